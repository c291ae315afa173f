import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type FieldValues, useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { EventFields } from '#features/events/components/event-fields.tsx'
import { eventFields } from '#features/events/event-editing.schemas.ts'
import { ProfileFields } from '#features/people/components/profile-form.tsx'
import { profileFields } from '#features/people/people.schemas.ts'
import { TalkFields } from '#features/programme/components/talk-fields.tsx'
import { TalkSpeakers } from '#features/programme/components/talk-speakers.tsx'
import { talkDifferences } from '#features/programme/components/talk-values.ts'
import { nextTalk } from '#features/programme/next-talk.ts'
import { talkFields } from '#features/programme/programme-editing.schemas.ts'
import { SpeakerFields } from '#features/speakers/components/speaker-form.tsx'
import { speakerFields } from '#features/speakers/speaker-editing.schemas.ts'
import { blankValues, differencesBetween, type Fields, formValues } from '#lib/form-fields.ts'

type FormProps = { blank: FieldValues; show: (form: never) => ReactNode }

const Form = ({ blank, show }: FormProps) => show(useForm({ defaultValues: blank }) as never)

/** The labels of a form, in the order of the page. */
function labelsOf(props: FormProps): string[] {
  const page = renderToStaticMarkup(h(QueryClientProvider, { client: new QueryClient() }, h(Form, props)))
  return [...page.matchAll(/<label[^>]*>([^<]*)/g)].map(([, label]) => label!)
}

const labelsIn = (fields: Fields) => Object.values(fields).map(({ label }) => label)

const forms: [what: string, fields: Fields, blank: FieldValues, show: FormProps['show']][] = [
  ['conference', eventFields, blankValues(eventFields), (form) => h(EventFields, { form })],
  [
    'talk',
    talkFields,
    nextTalk('2027-05-04'),
    (form) => {
      const speakers = h(TalkSpeakers, { form, inputRef: { current: null }, onCreate: () => {} })
      return h(TalkFields, { form, tracks: [], rooms: [], topics: [], speakers })
    },
  ],
  ['speaker', speakerFields, blankValues(speakerFields), (form) => h(SpeakerFields, { form })],
  ['profile', profileFields, blankValues(profileFields), (form) => h(ProfileFields, { form })],
]

test.each(forms)('every field of a %s stands in its form, once', (_, fields, blank, show) => {
  expect(labelsOf({ blank, show }).sort()).toEqual(labelsIn(fields).sort())
})

describe('two versions are compared field by field', () => {
  const storedEvent = Object.fromEntries(Object.keys(eventFields).map((name) => [name, null]))
  const blank = formValues(eventFields, storedEvent as Record<keyof typeof eventFields, null>)

  test.each(Object.keys(eventFields))('a conference: %s', (name) => {
    expect(differencesBetween(eventFields, { ...blank, [name]: 'x' }, blank, {})).toEqual([
      { label: eventFields[name as keyof typeof eventFields].label, mine: 'x', other: '' },
    ])
  })

  test.each(Object.keys(talkFields))('a talk: %s', (name) => {
    const tracks = [{ id: 'x', name: 'Track x', description: null }]
    const values: Record<string, unknown> = { topics: ['b', 'a'], speakers: [{ id: '1', name: 'Jo' }] }
    const talk = nextTalk('')
    const [difference, ...more] = talkDifferences({ ...talk, [name]: values[name] ?? 'x' }, talk, tracks)
    expect([difference?.label, more]).toEqual([talkFields[name as keyof typeof talkFields].label, []])
  })

  test('topics in another order are the same, a track and speakers are shown by name', () => {
    const talk = { ...nextTalk(''), topics: ['a', 'b'] }
    const mine = { ...talk, topics: ['b', 'a'], track_id: 'x', speakers: [{ id: '1', name: 'Jo' }] }
    expect(talkDifferences(mine, talk, [{ id: 'x', name: 'Depth', description: null }])).toEqual([
      { label: 'Speakers', mine: 'Jo', other: '' },
      { label: 'Track', mine: 'Depth', other: 'Main Track' },
    ])
  })
})
