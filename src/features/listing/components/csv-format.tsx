import { buttonClass } from '#components/ui/button.tsx'
import { importHeaders, optionalHeaders, topicHeaders } from '../csv-import.ts'

export function CsvFormat() {
  return (
    <div className="max-w-prose border-l-4 border-edge bg-wash px-4 py-3 text-[0.9375rem]">
      <p>
        A CSV file in UTF-8 with these column headers in the first line:{' '}
        <code className="font-semibold">{importHeaders.join(', ')}</code>. It may also have{' '}
        <code className="font-semibold">{[...optionalHeaders, topicHeaders[1]].join(', ')}</code>. The
        directory's own export can be imported as it is.
      </p>
      <ul className="mt-2 list-disc pl-5">
        <li>One conference per line. Dates in the format YYYY-MM-DD.</li>
        <li>Commas separate values; quoted values are supported only in the directory's own export.</li>
        <li>
          Topics are separated by ; or |. Those that the site does not have are proposed to administrators.
        </li>
        <li>Duplicates, invalid lines and unknown columns are left out and listed in the report.</li>
      </ul>
      <a
        href="/events_import_template.csv"
        download="events_import_template.csv"
        className={`${buttonClass({ look: 'outline', size: 'small' })} mt-3`}
      >
        Download Template
      </a>
    </div>
  )
}
