import { createFileRoute, redirect } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { CoverageOfTalk } from '#features/coverage/components/coverage-of-talk.tsx'
import { Screen } from '#features/coverage/components/screen.tsx'
import type { TalkLink } from '#features/coverage/coverage.schemas.ts'
import { StatusBanner } from '#features/event-page/components/status-banner.tsx'
import { canEditEvent } from '#features/events/events.rules.ts'
import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import { LastChanged } from '#features/history/components/last-changed.tsx'
import { KeepOffline } from '#features/offline/components/keep-offline.tsx'
import { OfflineNotice } from '#features/offline/components/offline-notice.tsx'
import { PlanTalk, TalkPage } from '#features/programme/components/talk-page.tsx'
import { usePlan } from '#features/programme/components/use-plan.ts'
import { canEditTalkLinks } from '#features/programme/programme.rules.ts'
import { talkJsonLd } from '#features/programme/talk-json-ld.ts'
import { talkLink, talkPath } from '#features/programme/talk-link.ts'
import { cardPath, talkCard } from '#features/sharing/card.ts'
import { ShareSheet } from '#features/sharing/components/share-sheet.tsx'
import { api } from '#lib/api.ts'
import { shortDay } from '#lib/dates.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { TalkNotFound } from './-talk-not-found.tsx'

export const Route = createFileRoute('/conferences/$slug_/talks/$number')({
  loader: async ({ context: { load, site }, params }) => {
    const talk = await load(
      api.programme.talkByNumber.queryOptions({ input: { number: Number(params.number) } }),
    )
    // The number alone names the talk: a wrong conference or another spelling of the number leads to the right address.
    if (talk.event_slug !== params.slug || String(talk.number) !== params.number)
      throw redirect({ ...talkLink(talk.event_slug, talk.number), statusCode: 301 })
    const [event, links, savedTalks, openLinks] = await Promise.all([
      load(api.events.detail.queryOptions({ input: { slug: talk.event_slug } })),
      load(api.coverage.ofTalk.queryOptions({ input: { id: talk.id } })),
      site.viewer
        ? load(api.savedTalks.list.queryOptions({ input: { event_id: talk.event_id } }))
        : undefined,
      site.viewer ? load(api.coverage.openOfTalk.queryOptions({ input: { id: talk.id } })) : undefined,
    ])
    return { site, talk, event, links, savedTalks, openLinks }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ site, talk, event, links }) => {
      const path = talkPath(event.slug, talk.number)
      const image = import.meta.env.SSR && isForCrawlers() && cardPath(talkCard(event, talk), site.name)
      const speakers = talk.speakers.map(({ name }) => name).join(', ')
      return {
        title: `${talk.title} | ${event.name}`,
        description: excerpt(
          talk.description ||
            [speakers, event.name, shortDay(talk.date), talk.location].filter(Boolean).join(', '),
          limits.excerpt,
        ),
        path,
        files: [`${path}.ics`],
        image,
        jsonLd: image && [
          { image: site.url + image, ...talkJsonLd(site, event, talk, videoOf(links)) },
          breadcrumbs(
            site,
            { name: 'Conferences', path: '/conferences' },
            { name: event.name, path: `/conferences/${event.slug}` },
            { name: talk.title, path },
          ),
        ],
      }
    }),
  component: Talk,
  notFoundComponent: TalkNotFound,
})

/** The first video that is still there. */
const videoOf = (links: TalkLink[]) => links.find(({ kind, gone_since }) => kind === 'video' && !gone_since)

function Talk() {
  const { site, talk, event, links, savedTalks, openLinks } = Route.useLoaderData()
  const canDecide = canEditTalkLinks(site.viewer, event, talk.speakers)
  const video = videoOf(links)
  const plan = usePlan(event, savedTalks)
  const path = talkPath(event.slug, talk.number)
  return (
    <div className="page stack gap-6 py-3 sm:py-6">
      <StatusBanner event={event} />
      <OfflineNotice copyName={event.slug} />
      <TalkPage
        event={event}
        talk={talk}
        screen={video && <Screen video={video} title={talk.title} />}
        coverage={<CoverageOfTalk {...{ talk, links, openLinks, canDecide }} />}
        actions={
          <>
            <PlanTalk event={event} talk={talk} plan={plan} />
            <CalendarSheet site={site} title="This talk" path={`${path}.ics`} label="Add to calendar" />
            <ShareSheet site={site} noun="talk" title={talk.title} path={path} />
            {savedTalks && !site.offline && <KeepOffline event={event} savedCount={savedTalks.length} />}
            {canEditEvent(site.viewer, event) && (
              <ButtonLink
                to="/conferences/$slug/edit"
                params={{ slug: event.slug }}
                search={{ talk: talk.id }}
                look="quiet"
                label="Edit talk"
              />
            )}
          </>
        }
      />
      <LastChanged at={talk.updated_at} path={path} viewer={site.viewer} />
    </div>
  )
}
