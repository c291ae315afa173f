import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const styles = readFileSync('src/styles.css', 'utf8')

/** The two values of a colour: by day and by night. */
function colour(name: string): string[] {
  const [, light, dark] = styles.match(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`) ?? []
  return [light!, dark!]
}

/** The relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

test.each([1, 2, 3, 4, 5, 6])('initials are legible on tint %i, by day and by night', (number) => {
  const tint = colour(`tint-${number}`)
  const ink = colour('ink')
  for (const mode of [0, 1]) expect(contrast(tint[mode]!, ink[mode]!)).toBeGreaterThan(7)
})
