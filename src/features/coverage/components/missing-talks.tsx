import { Link } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { talkLink } from '#features/programme/talk-link.ts'
import { api } from '#lib/api.ts'
import { tabDay } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'
import type { MissingTalk } from '../coverage.schemas.ts'

export function MissingTalks({ slug, talks }: { slug: string; talks: MissingTalk[] }) {
  const setRecording = useAction(api.coverage.setRecording, { success: 'Saved', failure: 'Failed to save' })
  return (
    <ul>
      {talks.map((talk) => {
        const isUnrecorded = talk.recording === 'none'
        const lacks = [!talk.has_video && !isUnrecorded && 'video', !talk.has_slides && 'slides'].filter(
          Boolean,
        )
        return (
          <li
            key={talk.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2.5"
          >
            <div className="min-w-0 flex-[1_1_16rem]">
              <Link
                {...talkLink(slug, talk.number)}
                hash="coverage"
                className="font-display font-bold break-words hover:text-accent"
              >
                {talk.title}
              </Link>
              <span className="block text-sm text-quiet">
                {[tabDay(talk.day), ...talk.speakers].join(' · ')}
              </span>
            </div>
            <span className="text-sm text-quiet">
              {isUnrecorded && 'Not recorded. '}
              {lacks.length > 0 && `No ${lacks.join(', no ')}`}
            </span>
            {!talk.has_video && (
              <Button
                look="quiet"
                size="small"
                disabled={setRecording.isPending}
                onClick={() =>
                  setRecording.mutate({ id: talk.id, recording: isUnrecorded ? 'unknown' : 'none' })
                }
              >
                {isUnrecorded ? 'It was recorded' : 'Was not recorded'}
                <span className="sr-only">: {talk.title}</span>
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
