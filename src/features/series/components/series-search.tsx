import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { limits } from '#src/limits.ts'

/** A GET form, which works without script. */
export const SeriesSearch = ({ search }: { search?: string }) => (
  <form action="/series" className="flex min-w-0 gap-3">
    <TextInput
      key={search}
      type="search"
      name="search"
      aria-label="Find a series"
      placeholder="Find a series"
      defaultValue={search}
      maxLength={limits.searchTerm}
      className="min-w-0 sm:w-72"
    />
    <Button type="submit" look="outline">
      Find
    </Button>
  </form>
)
