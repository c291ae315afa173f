import { Dialog } from '#components/ui/dialog.tsx'
import type { TalkLink } from '../coverage.schemas.ts'
import { LinkForm } from './link-form.tsx'

type Props = {
  talk: { id: string; title: string }
  /** The link that is edited; a new one without it. */
  link?: TalkLink
  canDecide: boolean
  onClose: () => void
}

export const LinkDialog = ({ talk, link, canDecide, onClose }: Props) => (
  <Dialog title={link ? 'Edit link' : canDecide ? 'Add a link' : 'Suggest a link'} onClose={onClose}>
    <p className="mb-4 font-semibold break-words">{talk.title}</p>
    <LinkForm {...{ talk, link, canDecide }} onSaved={onClose} onCancel={onClose} />
  </Dialog>
)
