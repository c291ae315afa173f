import { formatMoment } from '#lib/dates.ts'

export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at.replace(' ', 'T').replace(/\+00$/, 'Z')}>{formatMoment(at)} UTC</time>
)
