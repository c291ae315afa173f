import { ListPages } from '#components/layout/list-pages.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import type { Invitation } from '../invitations.schemas.ts'
import { CreateInvitationForm } from './create-invitation-form.tsx'
import { InvitationList } from './invitation-list.tsx'

type Props = {
  today: string
  seesAll: boolean
  codes: Invitation[]
  left: number | null
  limit: number | null
  after?: string
  next: string | null
}

export function InvitationManager({ today, seesAll, codes, left, limit, after, next }: Props) {
  return (
    <>
      <Section title="Invite someone">
        <CreateInvitationForm
          today={today}
          left={left}
          limit={limit}
          create={(values) => api.invitations.create.call(values)}
          generate={() => api.invitations.generate.call()}
        />
      </Section>
      <Section title={seesAll ? 'All invitation codes' : 'Your Invitation Codes'} anchor="codes">
        <InvitationList codes={codes} withCreator={seesAll} />
        <ListPages search={{ after }} next={next} first="Newest codes" more="Older codes" />
      </Section>
    </>
  )
}
