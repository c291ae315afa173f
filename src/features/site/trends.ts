import type { Trends } from './trends.schemas.ts'

/** A chart: counts by year, as a share of another count where that tells more. */
export type Chart = { name: string; values: number[]; of?: number[] }
export type ChartGroup = { title: string; unit: string; charts: Chart[] }

export function chartGroups({
  conferences,
  online,
  topics,
  countries,
  talks,
  talk_topics,
  recorded,
  new_speakers,
}: Trends): ChartGroup[] {
  return [
    {
      title: 'Conferences',
      unit: 'conferences',
      charts: [
        { name: 'All', values: conferences },
        { name: 'Online', values: online, of: conferences },
      ],
    },
    {
      title: 'Topics of conferences',
      unit: 'conferences',
      charts: topics.map((topic) => ({ ...topic, of: conferences })),
    },
    {
      title: 'Topics of talks',
      unit: 'talks',
      charts: talk_topics.map((topic) => ({ ...topic, of: talks })),
    },
    {
      title: 'Countries',
      unit: 'conferences',
      charts: countries.map((country) => ({ ...country, of: conferences })),
    },
    {
      title: 'Talks and speakers',
      unit: 'talks',
      charts: [
        { name: 'Talks listed', values: talks },
        { name: 'Recorded', values: recorded, of: talks },
        { name: 'New speakers', values: new_speakers },
      ],
    },
  ].filter((group) => group.charts.some(({ values }) => values.some((value) => value > 0)))
}

/** Percent, to one digit below ten; null where there is nothing to be a share of. */
export function shareText(value: number, of: number): string | null {
  if (of === 0) return null
  const percent = (value / of) * 100
  return `${percent > 0 && percent < 9.95 ? percent.toFixed(1) : Math.round(percent)}%`
}
