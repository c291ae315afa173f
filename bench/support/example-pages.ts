type ApiAnswer<Name extends string> = { [name in Name]: Record<string, string>[] }

/** One path of each of the most visited kinds of page, from the site's data. The event has a programme. */
export async function examplePages(site: string) {
  const get = async <Answer>(path: string): Promise<Answer> =>
    (await (await fetch(`${site}/api/v1${path}`)).json()) as Answer
  const { speakers } = await get<ApiAnswer<'speakers'>>('/speakers')
  const speaker = speakers.find(({ events_spoken_at }) => Number(events_spoken_at) > 0) ?? speakers[0]
  const [event] = await get<Record<string, string>[]>(`/speakers/${speaker?.id}/events`)
  return {
    home: '/',
    directory: '/conferences',
    event: `/conferences/${event?.slug}`,
    speaker: `/speakers/${speaker?.id}`,
  }
}
