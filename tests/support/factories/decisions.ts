export type Decision = {
  status?: 'pending' | 'approved' | 'rejected'
  decidedBy?: { id: string }
  decidedAt?: string
}

/** The status columns of a claim: a decided claim needs its time, a pending one has none. */
export function decisionColumns({
  status = 'pending',
  decidedBy,
  decidedAt = new Date().toISOString(),
}: Decision) {
  if (status === 'approved') return { status, approved_by: decidedBy?.id, approved_at: decidedAt }
  if (status === 'rejected') return { status, rejected_by: decidedBy?.id, rejected_at: decidedAt }
  return { status }
}
