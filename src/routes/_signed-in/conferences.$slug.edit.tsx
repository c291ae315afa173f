import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/conferences/$slug/edit')({ component: () => null })
