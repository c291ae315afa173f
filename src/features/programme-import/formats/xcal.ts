import type { Calendar, Property } from '#features/reading/calendar.ts'
import type { RawProgramme } from '../reading/raw-programme.ts'
import { programmeOf } from './icalendar.ts'
import { child, type Element, readXml, textOf } from './xml-elements.ts'

// Calendars as XML: that of RFC 6321, and the older one of Pentabarf, frab and pretalx (schedule.xcal), whose properties
// are texts and whose attendees are speakers.

/** RFC 6321 has the properties of a calendar in one element, the other has each by itself. */
const ofCalendar = ['name', 'prodid', 'x-wr-calname', 'x-wr-timezone', 'x-wr-caldesc']
const elementNames = new Set(['vevent', 'vtimezone', 'properties', ...ofCalendar])

export const isXcal = (text: string) => /^<icalendar\b/i.test(text)

export function parseXcal(text: string): RawProgramme {
  const calendar: Calendar = { header: ['vcalendar', [], []], events: [], zones: [], warnings: [] }
  readXml(text, {
    refuses: (root) =>
      isXcal(`<${root}`) ? undefined : `Expected <icalendar>, as in calendars of XML, and found <${root}>`,
    elementNames,
    onElement(element) {
      const { name, line } = element
      if (name === 'vevent')
        calendar.events.push({ event: ['vevent', propertiesOf(element), []], where: `line ${line}` })
      else if (name === 'properties') calendar.header[1].push(...element.children.map(propertyOf))
      else if (ofCalendar.includes(name)) calendar.header[1].push(propertyOf(element))
    },
  })
  return programmeOf(calendar)
}

function propertiesOf(event: Element): Property[] {
  const properties = (child(event, 'properties') ?? event).children.map(propertyOf)
  // Pentabarf's lengths have a form of their own, and an end stands beside them.
  const hasEnd = properties.some(([name]) => name === 'dtend')
  return properties.filter(([name]) => name !== 'duration' || !hasEnd)
}

/** A property as in jCal: its parameters, the type of its value and its values. */
function propertyOf({ name, text, children }: Element): Property {
  const parameters = children
    .filter((part) => part.name === 'parameters')
    .flatMap((part) => part.children)
    .map((parameter) => [parameter.name, textOf(parameter, 'text', 'uri') ?? parameter.text.trim()])
  const values = children.filter((part) => part.name !== 'parameters')
  if (values.length > 0)
    return [name, Object.fromEntries(parameters), values[0]!.name, ...values.map(contentOf)]
  const value = text.trim()
  return name === 'attendee' && !/^\w+:/.test(value)
    ? [name, { cn: value }, 'cal-address', 'invalid:nomail']
    : [name, {}, 'text', value]
}

/** A text, or the parts of a rule for what repeats. */
function contentOf({ text, children }: Element): unknown {
  if (children.length === 0) return text.trim()
  const parts = Map.groupBy(children, ({ name }) => name)
  return Object.fromEntries(
    [...parts].map(([name, same]) => {
      const values = same.map((part) => (/^\d+$/.test(part.text) ? Number(part.text) : part.text.trim()))
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}
