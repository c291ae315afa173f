import { Notice } from '#components/ui/notice.tsx'
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/auth')({ component: () => <Notice title="Sign in" /> })
