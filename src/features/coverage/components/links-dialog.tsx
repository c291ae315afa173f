import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { kindLabels } from '#features/programme/link-labels.ts'
import { api } from '#lib/api.ts'
import { messageOf } from '#lib/query-client.ts'
import { hostOf } from '#lib/text.ts'
import type { TalkLink } from '../coverage.schemas.ts'
import { KindIcon } from './kind-icon.tsx'
import { LinkForm } from './link-form.tsx'
import { useDecision } from './use-decision.ts'

type Props = { talk: { id: string; title: string }; onClose: () => void }

export function LinksDialog({ talk, onClose }: Props) {
  const {
    data: links,
    error,
    refetch,
  } = useQuery({
    ...api.coverage.ofTalk.queryOptions({ input: { id: talk.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const [edited, setEdited] = useState<TalkLink>()
  const [saved, setSaved] = useState(0)
  const { mutate: decide, isPending } = useDecision()
  return (
    <Dialog title="Slides, video and more" onClose={onClose}>
      <p className="mb-4 font-semibold break-words">{talk.title}</p>
      {error && <p role="alert">{messageOf(error)}</p>}
      {links && links.length > 0 && (
        <ul className="mb-5 border-t border-hairline">
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              isPending={isPending}
              onEdit={() => setEdited(link)}
              onTakeDown={() =>
                decide({ id: link.id, is_accepted: false }, { onSuccess: () => void refetch() })
              }
            />
          ))}
        </ul>
      )}
      {links && (
        <LinkForm
          key={`${edited?.id} ${saved}`}
          talk={talk}
          link={edited}
          canDecide
          onSaved={() => {
            setEdited(undefined)
            setSaved(saved + 1)
            void refetch()
          }}
          onCancel={() => (edited ? setEdited(undefined) : onClose())}
        />
      )}
    </Dialog>
  )
}

type RowProps = { link: TalkLink; isPending: boolean; onEdit: () => void; onTakeDown: () => void }

function LinkRow({ link, isPending, onEdit, onTakeDown }: RowProps) {
  const name = <span className="sr-only"> {link.title ?? link.url}</span>
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-hairline py-2">
      <span className="flex min-w-0 flex-[1_1_9rem] gap-2">
        <KindIcon kind={link.kind} />
        <span className="min-w-0 break-words">
          {link.title ?? kindLabels[link.kind]}
          <span className="block text-sm text-quiet">{hostOf(link.url)}</span>
        </span>
      </span>
      <span className="flex gap-2">
        <Button look="quiet" size="small" onClick={onEdit}>
          Edit{name}
        </Button>
        <Button look="quiet" size="small" disabled={isPending} onClick={onTakeDown}>
          Take down{name}
        </Button>
      </span>
    </li>
  )
}
