import { Moment } from '#components/layout/moment.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import type { SeriesChange } from '../series.schemas.ts'

const texts: Record<SeriesChange['action'], string> = {
  series_joined: 'added',
  series_left: 'took out',
  series_edited: 'edited',
  series_merged: 'merged in',
}

/** What was changed in the last 30 days, with a way back for who may undo it. */
export function SeriesChanges({ changes }: { changes: SeriesChange[] }) {
  const undo = useAction(api.series.undo, { success: 'Undone' })
  if (changes.length === 0) return null
  return (
    <Section anchor="changes" title="Changes of the last 30 days">
      <ul>
        {changes.map(({ id, action, subject, changed_by, is_of_site, created_at, can_undo }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-hairline py-2"
          >
            <span className="min-w-0 flex-1">
              {changed_by?.full_name ?? (is_of_site ? 'This site' : 'A former member')} {texts[action]}{' '}
              <span className="line-clamp-2 font-semibold">{subject}</span>
              <span className="block text-sm text-quiet">
                <Moment at={created_at} />
              </span>
            </span>
            {can_undo && (
              <Button
                size="small"
                look="outline"
                disabled={undo.isPending}
                onClick={() => undo.mutate({ change_id: id })}
              >
                Undo
                <span className="sr-only">
                  {' '}
                  {texts[action]} {subject}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
