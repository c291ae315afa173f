import { formatMoment } from '#lib/dates.ts'

/** A moment as the API gives it, to the minute. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at.replace(' ', 'T').replace(/\+00$/, 'Z')}>{formatMoment(at)} UTC</time>
)
