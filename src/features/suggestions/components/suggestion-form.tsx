import { EditEventForm } from '#features/events/components/edit-event-form.tsx'
import { SuggestTalk } from '#features/programme/components/talk-dialog.tsx'
import { EditSeriesForm } from '#features/series/components/edit-series-form.tsx'
import { EditSpeakerForm } from '#features/speakers/components/edit-speaker-form.tsx'
import type { loadSuggested } from '../load-suggested.ts'

type Props = { suggested: Awaited<ReturnType<typeof loadSuggested>>; onSaved: () => void }

/** The form that saves a record, which suggests what it would save. */
export function SuggestionForm({ suggested, onSaved }: Props) {
  const props = { onSaved, isSuggestion: true }
  if (suggested.kind === 'event') return <EditEventForm event={suggested.event} programme={[]} {...props} />
  if (suggested.kind === 'speaker') return <EditSpeakerForm speaker={suggested.speaker} {...props} />
  if (suggested.kind === 'series') return <EditSeriesForm series={suggested.series} {...props} />
  return <SuggestTalk {...suggested} onClose={onSaved} />
}
