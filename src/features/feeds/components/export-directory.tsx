import { Download } from 'lucide'
import { Icon } from '#components/ui/icon.tsx'
import { Sheet, Way } from '#components/ui/sheet.tsx'

/** For administrators: the list of the directory as a file, with the filters of its query. */
export const ExportDirectory = ({ query }: { query: string }) => (
  <Sheet
    button={
      <>
        <Icon icon={Download} className="size-4" />
        Export
      </>
    }
    title={query ? 'Export these conferences' : 'Export all conferences'}
  >
    <ul className="mt-3">
      <Way href={`/admin/export/conferences.csv${query}`} download title="CSV" hint="For spreadsheets" />
      <Way href={`/admin/export/conferences.json${query}`} download title="JSON" hint="For programs" />
    </ul>
  </Sheet>
)
