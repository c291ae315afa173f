import { createFileRoute, redirect } from '@tanstack/react-router'

/** Where suggested links and calls waited until 1.4.0, as notifications of that time say. */
export const Route = createFileRoute('/_signed-in/links')({
  beforeLoad: () => {
    throw redirect({ to: '/decisions', replace: true })
  },
})
