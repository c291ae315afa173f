import { CodeXml, FileText, Headphones, type IconNode, Link2, Newspaper, Play, Presentation } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'
import type { LinkKind } from '#features/programme/link-kinds.ts'

const icons: Record<LinkKind, IconNode> = {
  video: Play,
  slides: Presentation,
  writeup: Newspaper,
  code: CodeXml,
  audio: Headphones,
  paper: FileText,
  other: Link2,
}

export const KindIcon = ({ kind }: { kind: LinkKind }) => (
  <Icon icon={icons[kind]} className="mt-1 size-4 shrink-0" />
)
