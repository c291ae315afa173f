import { createFileRoute, redirect } from '@tanstack/react-router'
import { api } from '#lib/api.ts'

/** Leads to My Schedule of the conference whose talk is next, for the shortcut of the installed app. */
export const Route = createFileRoute('/_signed-in/schedule')({
  loader: async ({ context: { load } }) => {
    const { next_talk: next } = await load(api.agenda.mine.queryOptions())
    if (!next) throw redirect({ to: '/dashboard' })
    throw redirect({
      to: '/conferences/$slug',
      params: { slug: next.event.slug },
      search: { tab: 'schedule' },
    })
  },
})
