import { Moment } from '#components/layout/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { InvitationAudit } from '../invitations.schemas.ts'

const actionLabels: Record<string, string> = {
  created: 'Created',
  used: 'Used',
  expired: 'Expired',
  tried: 'Tried with an address that has an account',
}

export function InvitationAuditLog({ entries }: { entries: InvitationAudit[] }) {
  return (
    <Section title="Invitation Code Audit Log" anchor="audit-log">
      {entries.length === 0 ? (
        <EmptyState>No audit logs available.</EmptyState>
      ) : (
        <section
          aria-label="Newest entries"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
          tabIndex={0}
          className="max-h-96 overflow-y-auto border border-hairline"
        >
          <table className="w-full border-collapse text-left text-[0.9375rem]">
            <thead className="sticky top-0 bg-wash text-sm">
              <tr>
                <th className="px-3 py-1.5 font-semibold">Action</th>
                <th className="px-3 py-1.5 font-semibold">Code</th>
                <th className="px-3 py-1.5 font-semibold max-sm:hidden">User</th>
                <th className="px-3 py-1.5 font-semibold">Date</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={entry.id} className="border-b border-hairline last:border-b-0">
                  <td className="px-3 py-1.5">
                    <Badge>{actionLabels[entry.action] ?? entry.action}</Badge>
                  </td>
                  <td className="px-3 py-1.5">
                    <code className="font-semibold break-all">{entry.code}</code>
                    {entry.user_id && (
                      <span className="block font-mono text-xs text-quiet sm:hidden">
                        {entry.user_id.slice(0, 8)}
                      </span>
                    )}
                  </td>
                  <td className="px-3 py-1.5 font-mono text-sm text-quiet max-sm:hidden">
                    {entry.user_id?.slice(0, 8)}
                  </td>
                  <td className="px-3 py-1.5 text-sm text-quiet">
                    <Moment at={entry.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  )
}
