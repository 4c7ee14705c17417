import { z } from 'zod'

/** To somebody who may have no account yet. The link is signed when it is rendered. */
export const invitationFacts = z.object({
  email: z.string(),
  company: z.string(),
  /** The name of the head buyer. */
  inviter: z.string(),
  linkId: z.string(),
})
export type InvitationFacts = z.output<typeof invitationFacts>

/** To the head buyer who invited. */
export const invitationAcceptedFacts = z.object({
  name: z.string(),
  email: z.string(),
  company: z.string(),
  colleague: z.object({ name: z.string(), email: z.string() }),
})
export type InvitationAcceptedFacts = z.output<typeof invitationAcceptedFacts>

/** To the person who was removed. */
export const colleagueRemovedFacts = z.object({
  name: z.string(),
  email: z.string(),
  company: z.string(),
  remover: z.string(),
})
export type ColleagueRemovedFacts = z.output<typeof colleagueRemovedFacts>

export const invitationKind = 'invitation'
export const invitationAcceptedKind = 'invitation-accepted'
export const colleagueRemovedKind = 'colleague-removed'

export const invitationEmail = (facts: InvitationFacts) => ({
  kind: invitationKind,
  recipient: facts.email,
  facts,
  dedupeKey: `${invitationKind}:${facts.linkId}`,
})

export function invitationAcceptedEmail(
  inviter: { name: string; email: string },
  {
    company,
    colleague,
    personId,
  }: { company: string; colleague: { name: string; email: string }; personId: number },
  at: Date,
) {
  const facts: InvitationAcceptedFacts = { name: inviter.name, email: inviter.email, company, colleague }
  const dedupeKey = `${invitationAcceptedKind}:${personId}:${at.toISOString()}`
  return { kind: invitationAcceptedKind, recipient: inviter.email, facts, dedupeKey }
}

export function colleagueRemovedEmail(
  { id, name, email }: { id: number; name: string; email: string },
  company: string,
  remover: string,
  at: Date,
) {
  const facts: ColleagueRemovedFacts = { name, email, company, remover }
  const dedupeKey = `${colleagueRemovedKind}:${id}:${at.toISOString()}`
  return { kind: colleagueRemovedKind, recipient: email, facts, dedupeKey }
}

export const colleagueSubjects = {
  invited: ({ company, inviter }: InvitationFacts) => `${inviter} invites you to order for ${company}`,
  accepted: ({ company, colleague }: InvitationAcceptedFacts) =>
    `${colleague.name} now orders for ${company}`,
  removed: ({ company }: ColleagueRemovedFacts) => `You no longer order for ${company}`,
}
