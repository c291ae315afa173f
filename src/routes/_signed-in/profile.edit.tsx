import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/profile/edit')({ component: () => null })
