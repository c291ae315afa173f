import { Badge } from '#components/ui/badge.tsx'

/** Beside the name of an administrator, which somebody else's may copy. */
export const AdministratorMark = ({ person }: { person: { is_administrator?: boolean } | null }) =>
  person?.is_administrator && (
    <>
      {' '}
      <Badge>Administrator</Badge>
    </>
  )
