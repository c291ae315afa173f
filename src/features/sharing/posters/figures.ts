// What posters show: each figure fills its box with marks of three roles, by the facts of a conference.

/** The ground, the figure, and its one odd part. */
export type Role = 'ground' | 'figure' | 'accent'

export type Facts = {
  width: number
  height: number
  /** One to six, by the days that it takes. */
  parts: number
  /** 0 to 3, by the quarter of the year. */
  turn: number
  month: number
  /** 0 in the west, 1 in the east. */
  lean: number
  /** Numbers from 0 to 1, the same for the same series. */
  random: () => number
}

export type Pen = (role: Role, path: string) => void
type Figure = (facts: Facts, pen: Pen) => void

const n = Math.round
const rectangle = (x: number, y: number, width: number, height: number) =>
  `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`
const disc = (x: number, y: number, radius: number) => {
  const r = Math.max(1, n(radius))
  return `M${n(x) - r} ${n(y)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`
}
const polygon = (...corners: [number, number][]) =>
  `M${corners.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}z`
const cornersOf = (x: number, y: number, side: number): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
]
const cornerAt = (corners: [number, number][], index: number) => corners[index % 4]!
/** A quarter of a disc in a square, with its middle in a corner. */
const quarter = (x: number, y: number, side: number, corner: number) => {
  const corners = cornersOf(x, y, side)
  const [middle, from, to] = [corner, corner + 1, corner + 3].map((index) => cornerAt(corners, index))
  return `M${n(middle![0])} ${n(middle![1])}L${n(from![0])} ${n(from![1])}A${n(side)} ${n(side)} 0 0 1 ${n(to![0])} ${n(to![1])}z`
}

/** Calls `draw` for each square of a grid that stands on the lower edge; one of the first rows is the odd part. */
function grid(
  { width, height, month }: Facts,
  columns: number,
  draw: (role: Role, square: { x: number; y: number; side: number; column: number; row: number }) => void,
) {
  const side = width / columns
  const odd = month % (columns * Math.max(1, Math.floor(height / side)))
  for (let row = 0, index = 0; row * side < height; row++)
    for (let column = 0; column < columns; column++, index++) {
      const square = { x: column * side, y: height - (row + 1) * side, side, column, row }
      draw(index === odd ? 'accent' : 'figure', square)
    }
}

const columnsOf = (parts: number) => (parts < 3 ? 3 : parts < 5 ? 4 : 5)

const quarters: Figure = (facts, pen) =>
  grid(facts, columnsOf(facts.parts), (role, { x, y, side }) => {
    const choice = facts.random()
    if (choice > 0.2) return pen(role, quarter(x, y, side, Math.floor(choice * 97) % 4))
    pen(role, rectangle(x, y, side + 0.5, side + 0.5))
    pen('ground', disc(x + side / 2, y + side / 2, side * 0.28))
  })

const triangles: Figure = (facts, pen) =>
  grid(facts, columnsOf(facts.parts), (role, { x, y, side }) => {
    const [first, corners] = [Math.floor(facts.random() * 4), cornersOf(x, y, side)]
    pen(role, polygon(cornerAt(corners, first), cornerAt(corners, first + 1), cornerAt(corners, first + 2)))
  })

const leaves: Figure = (facts, pen) =>
  grid(facts, Math.max(2, Math.min(facts.parts, 5)), (role, { x, y, side, column, row }) => {
    const isRising = (column + row + facts.turn) % 2 === 0
    const [from, to] = isRising ? [x, x + side] : [x + side, x]
    const sweep = isRising ? 1 : 0
    const arc = (toX: number, toY: number) => `A${n(side)} ${n(side)} 0 0 ${sweep} ${n(toX)} ${n(toY)}`
    pen(role, `M${n(from)} ${n(y)}${arc(to, y + side)}${arc(from, y)}z`)
  })

const weave: Figure = (facts, pen) =>
  grid(facts, columnsOf(facts.parts), (role, { x, y, side, column, row }) => {
    if (role === 'accent') return pen(role, disc(x + side / 2, y + side / 2, side / 2))
    const thread = side / 7
    for (let index = 0; index < 7; index += 2)
      pen(
        role,
        (column + row + facts.turn) % 2
          ? rectangle(x + index * thread, y, thread, side)
          : rectangle(x, y + index * thread, side, thread),
      )
  })

const ripples: Figure = ({ width, height, parts, turn }, pen) => {
  const count = parts + 5
  const [x, y] = [turn % 3 === 0 ? 0 : width, turn < 2 ? height : height * 0.1]
  const farthest = Math.hypot(width, height)
  for (let index = 0; index < count; index++) {
    const role = index === count - 1 ? 'accent' : index % 2 ? 'ground' : 'figure'
    pen(role, disc(x, y, (farthest * (count - index)) / count))
  }
}

const halftone: Figure = ({ width, height, parts, month, turn, lean }, pen) => {
  const columns = parts + 5
  const step = width / columns
  const rows = Math.max(1, Math.floor(height / step))
  const top = (height - rows * step) / 2
  const [focusX, focusY] = [width * (0.15 + 0.7 * lean), height * [0.85, 0.5, 0.15, 0.5][turn]!]
  const farthest = Math.hypot(width, height) * 0.75
  for (let index = 0; index < columns * rows; index++) {
    const [x, y] = [(index % columns) * step + step / 2, top + Math.floor(index / columns) * step + step / 2]
    const nearness = 1 - Math.min(1, Math.hypot(x - focusX, y - focusY) / farthest)
    const isOdd = index === (month * 7) % (columns * rows)
    pen(isOdd ? 'accent' : 'figure', disc(x, y, step * (isOdd ? 0.49 : 0.07 + 0.44 * nearness ** 1.2)))
  }
}

const horizon: Figure = ({ width, height, parts, lean }, pen) => {
  const y = height * 0.62
  pen('accent', disc(width * (0.26 + 0.48 * lean), y - height * 0.06, height * 0.38))
  pen('figure', rectangle(0, y, width, height - y + 1))
  const count = parts + 3
  for (let index = 0; index < count; index++)
    pen(
      'ground',
      rectangle(0, y + (height - y) * ((index + 0.6) / count) ** 1.25, width, 4 + (index * 10) / count),
    )
}

const bands: Figure = ({ width, height, parts, month, turn }, pen) => {
  const count = parts + 5
  const step = (width + height) / count
  const slope = turn % 2 ? height : -height
  for (let index = 0; index < count; index++) {
    const x = index * step - (turn % 2 ? height : 0)
    const role = index === Math.floor(count / 2) + (month % 2) ? 'accent' : 'figure'
    pen(role, polygon([x, 0], [x + step / 2, 0], [x + step / 2 + slope, height], [x + slope, height]))
  }
}

export const figures = {
  quarters,
  triangles,
  leaves,
  weave,
  ripples,
  halftone,
  horizon,
  bands,
} satisfies Record<string, Figure>
export type FigureName = keyof typeof figures
