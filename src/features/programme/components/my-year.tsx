import { Section } from '#components/ui/section.tsx'
import { monthName } from '#lib/dates.ts'
import { count } from '#lib/text.ts'

const maxDots = 3

/** The conferences of this year as a dot each in their months: filled what was, and a ring what is to come. */
export function MyYear({ months, today }: { months: number[]; today: string }) {
  const current = Number(today.slice(5, 7)) - 1
  const names = months.map((_, month) =>
    monthName(`${today.slice(0, 4)}-${String(month + 1).padStart(2, '0')}`),
  )
  if (!months.some(Boolean)) return null
  return (
    <Section title="My year">
      <p className="sr-only">
        {names
          .flatMap((name, month) =>
            months[month] ? [`${name}: ${count(months[month], 'conference', 'conferences')}`] : [],
          )
          .join('. ')}
      </p>
      <div aria-hidden="true" className="grid grid-cols-12 text-xs text-quiet">
        {months.map((total, month) => (
          <div
            key={names[month]}
            title={names[month]}
            className={`min-h-12 border-l pl-1 ${month === current ? 'border-l-2 border-accent font-semibold text-ink' : 'border-hairline'}`}
          >
            {names[month]?.[0]}
            {Array.from({ length: Math.min(total, maxDots) }, (_, dot) => (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike
                key={dot}
                className={`mt-0.5 block size-2 rounded-full border-[1.5px] border-ink ${month <= current ? 'bg-ink' : ''}`}
              />
            ))}
            {total > maxDots && <b>{total}</b>}
          </div>
        ))}
      </div>
      <p className="mt-1 text-sm text-quiet">● attended ○ coming up</p>
    </Section>
  )
}
