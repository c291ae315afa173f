import {
  CodeXml,
  FileText,
  Headphones,
  Link2,
  type LucideIcon,
  Newspaper,
  Play,
  Presentation,
} from 'lucide-react'
import type { LinkKind } from '#features/programme/link-kinds.ts'

const icons: Record<LinkKind, LucideIcon> = {
  video: Play,
  slides: Presentation,
  writeup: Newspaper,
  code: CodeXml,
  audio: Headphones,
  paper: FileText,
  other: Link2,
}

export function KindIcon({ kind }: { kind: LinkKind }) {
  const Icon = icons[kind]
  return <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
}
