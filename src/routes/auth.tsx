import { createFileRoute } from '@tanstack/react-router'
import { Notice } from '#components/ui/notice.tsx'

export const Route = createFileRoute('/auth')({ component: () => <Notice title="Sign in" /> })
