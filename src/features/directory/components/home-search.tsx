import { Button } from '#components/ui/button.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { limits } from '#src/limits.ts'
import { NearInput } from './near-input.tsx'

/** The city of a search for conferences near it, and the button of its form. */
export const NearSearch = ({ className = '' }: { className?: string }) => (
  <>
    <NearInput
      // Not as wide as twenty letters where there is less room.
      size={1}
      aria-label="Near a city"
      placeholder="Near a city"
      className={`min-w-0 flex-[1_1_8rem] ${className}`}
    />
    <Button type="submit" look="outline">
      Search
    </Button>
  </>
)

/** The two questions of a search for a conference: about what, and where. */
export const HomeSearch = () => (
  <search className="mt-7 block max-w-xl">
    <form action="/conferences" className="flex flex-wrap gap-2 sm:flex-nowrap">
      <TextInput
        type="search"
        name="search"
        aria-label="Topic or name"
        placeholder="Topic or name"
        maxLength={limits.searchTerm}
        className="min-w-0 flex-[1_1_100%]"
      />
      <NearSearch className="sm:flex-[1_1_60%]" />
    </form>
  </search>
)
