import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { limits } from '#src/limits.ts'

/** The directory's search on the home page: on a phone the header has none. */
export const HomeSearch = () => (
  <search className="mt-8 block max-w-lg">
    <form action="/conferences" className="flex gap-3">
      <TextInput
        type="search"
        name="search"
        required
        aria-label="Topic, city or name"
        placeholder="Topic, city or name"
        maxLength={limits.searchTerm}
        className="min-w-0 flex-1"
      />
      <Button type="submit" look="outline">
        Search
      </Button>
    </form>
  </search>
)
