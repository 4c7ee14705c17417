/** Somebody who orders for the company. */
export interface Member {
  id: number
  email: string
  name: string
  needsApproval: boolean
  isActive: boolean
}

export type UsersRefusal = 'not_a_head_buyer' | 'not_yours' | 'yourself'

export type UsersVerdict =
  | { accepted: true; changes: { id: number; needsApproval: boolean }[] }
  | { accepted: false; why: UsersRefusal }

/**
 * What a head buyer's list of those who need approval changes. The list is whole (contract §3), and refused as a whole
 * where it names anybody of another company, or himself: nobody lifts or sets his own restriction, another head buyer
 * does. Who is switched off stays as he was.
 */
export function judgeUsers(
  members: readonly Member[],
  selected: readonly number[],
  headBuyerId: number,
): UsersVerdict {
  const wanted = new Set(selected)
  const known = new Set(members.map(member => member.id))
  if (selected.some(id => !known.has(id))) return { accepted: false, why: 'not_yours' }
  if (wanted.has(headBuyerId)) return { accepted: false, why: 'yourself' }
  const changes = members
    .filter(member => member.isActive && member.id !== headBuyerId)
    .filter(member => member.needsApproval !== wanted.has(member.id))
    .map(({ id, needsApproval }) => ({ id, needsApproval: !needsApproval }))
  return { accepted: true, changes }
}
