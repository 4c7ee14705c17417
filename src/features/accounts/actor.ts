/** Who did what a row of history or audit records: actor_kind and actor_id of order_history, return_history and audit. */
export type Actor =
  | { kind: 'person'; id: number }
  /** A buyer without a login, the card provider's notification, a job, or a command on the server. */
  | { kind: 'guest' | 'card provider' | 'clock' | 'operator' }

export const toActor = (personId: number): Actor => ({ kind: 'person', id: personId })

export const toActorColumns = (actor: Actor) => ({
  actor_kind: actor.kind,
  actor_id: actor.kind === 'person' ? actor.id : null,
})
