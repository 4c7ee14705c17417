import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { type CallContext, handle } from '../../infra/http/handle.ts'
import { toRequestKey } from '../../infra/http/request.ts'
import type { PageResult } from '../../infra/pages/render.ts'
import type { Call, ParamsOf, ReplyOf } from '../../lib/calls/call.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import type { Flash } from '../../lib/flash.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import type { RequiredRight } from '../accounts/staff/staff-right.ts'
import type { Person } from '../accounts/visitor.ts'
import type { StaffReply } from './schemas.ts'
import { type AdminDeps, addAdminPage, noRejection, type Rejection, requireStaff } from './service.ts'
import { type AuditSubject, describeSubjectChanges } from './subject-history.server.ts'

/** What a form came to. `reply`: the fields that its call has besides those of `StaffReply`. */
export type StaffResult<Extra = never> =
  | {
      ok: true
      /** What was done. A function runs after the commit: what calls a card provider must not hold locks. */
      message: string | (() => Promise<string>)
      audit?: AuditText
      reply?: Extra
    }
  /** A colleague was first: `describeChanges` says what they did. */
  | { ok: false; reason: 'changed' }
  | { ok: false; reason: 'refused'; message: string; errors: FieldErrors; reply?: Extra }

interface AuditText {
  /** 'stock adjusted' */
  action: string
  /** 'product FH-OIL-1'; left out: what the page is about (`toSubject`). */
  subject?: string
  /** Before and after. */
  detail?: string
}

export const done = (message: string | (() => Promise<string>), audit?: AuditText) =>
  ({ ok: true, message, ...(audit && { audit }) }) as const
export const changed = { ok: false, reason: 'changed' } as const
export const refuse = (message: string, errors: FieldErrors = {}) =>
  ({ ok: false, reason: 'refused', message, errors }) as const
/** What is wrong with fields of the form. */
export const invalid = (errors: FieldErrors) => refuse('', errors)

/** `version`: of the page that displays it; null: forms depend on none. */
interface Versioned {
  version: string | number | null
}

/** The page that has the forms, and what they act on. */
export interface StaffFormPage<Params, Target extends Versioned, Typed, Current extends Versioned = Target> {
  /** What its forms and the page need; a form may need another one. */
  right?: RequiredRight
  /** Registers the page, which is rendered without anything typed. Left out: the feature registers it. */
  page?: { url: `/admin${string}`; params?: z.ZodType<Params> }
  /** Throws a 404. Reads the version first: a change while the rest is read then makes the page outdated. */
  load: (params: Params) => Promise<Target>
  /** Locks what `change` writes, in the order of ARCHITECTURE.md, and reads it again. */
  lock?: (tx: Tx, target: Target) => Promise<Current>
  /** What the same form did when it was sent before; null: nothing. */
  findEarlier?: (tx: Tx, form: { requestKey: string }, current: Current) => Promise<StaffResult | null>
  /** What colleagues did since the version of the form, as sentences. */
  describeChanges?: (target: Target, expectedVersion: string) => string | Promise<string>
  /** What the forms are about: the audit's entries since the version of a form say what colleagues did. */
  toSubject?: (target: Target) => AuditSubject
  /** Why this person may not change it as it is now; null: they may. */
  getRefusal?: (current: Current, staff: Person) => string | null
  /** Where a form that was done leads. */
  toUrl: (form: { params: Params; body: unknown }, reply: StaffReply & Record<string, unknown>) => string
  /** The page with what was typed. Absent: the browser is redirected, and the refusal is a flash message. */
  render?: (target: Target, typed: Typed, rejection: Rejection, staff: Person) => Awaitable<PageResult>
  refusalFlash?: Flash['kind']
}

export interface StaffForm<C extends Call, Target> extends CallContext<C> {
  target: Target
  staff: Person
  /** Of the page that the form was on: its field `seen` or `version`. */
  expectedVersion: string | undefined
  /** The same form sent again has the same one. */
  requestKey: string
  now: Date
}

type Extra<C extends Call> = Omit<ReplyOf<C>, keyof StaffReply>
type Awaitable<T> = T | Promise<T>

interface FormDeclaration<C extends Call, Target, Typed, Input> {
  /** Default: that of the page. */
  right?: RequiredRight
  /** Parses the fields, or says what is wrong with them. */
  validate?: (form: StaffForm<C, Target>) => Awaitable<Input>
  /** What the page displays again when the form is rejected. */
  typed?: (form: CallContext<C>, reply: ReplyOf<C>) => Typed
  /** What has changed as the form's own fields tell, instead of its version; ''. */
  describeChanges?: (target: Target, form: CallContext<C>) => string
  /** The errors of the page that displays the form again. */
  errors?: (form: CallContext<C>, reply: ReplyOf<C>) => FieldErrors
  /** The fields of the reply besides those of `StaffReply`, when the result has none. */
  reply?: Extra<C>
  /** The look of what was done; default: 'success'. */
  flash?: (reply: ReplyOf<C>) => Flash['kind']
  /** Answers a plain form in another way. */
  answer?: (form: CallContext<C>, reply: ReplyOf<C>, staff: Person) => Promise<FastifyReply>
}

/** What `validate` returns of a form without errors. */
type Valid<Input> = Input extends { errors: FieldErrors } ? never : Input

/** Its transaction locks the subject and compares the versions first. */
interface Change<C extends Call, Target, Current, Input> {
  /** What the same form did when it was sent before; null: nothing. Default: that of the page. */
  findEarlier?: (
    tx: Tx,
    form: StaffForm<C, Target>,
    current: Current,
    input: Valid<Input>,
  ) => Promise<StaffResult<Extra<C>> | null>
  /** False: a colleague was first. */
  isPossible?: (current: Current) => boolean
  /** Writes the change with its history and e-mails. */
  change: (
    tx: Tx,
    form: StaffForm<C, Target>,
    current: Current,
    input: Valid<Input>,
  ) => Promise<StaffResult<Extra<C>>>
}

/** For a service that has a transaction of its own. */
interface Run<C extends Call, Target, Input> {
  run: (form: StaffForm<C, Target>, input: Valid<Input>) => Promise<StaffResult<Extra<C>>>
}

type StaffActionDeclaration<C extends Call, Target, Typed, Current, Input> = FormDeclaration<
  C,
  Target,
  Typed,
  Input
> &
  (Change<C, Target, Current, Input> | Run<C, Target, Input>)

/**
 * Returns the function that declares the forms of a page. A form is answered in these steps: the right (before the body is
 * read), what it acts on (404), its fields, the lock, what it did before, the version, the change with its history, audit and
 * e-mail; then a redirect with a flash message, JSON for a script, or the page again with what was typed.
 */
export function createStaffAction<
  Params,
  Target extends Versioned,
  Typed,
  Current extends Versioned = Target,
>(app: FastifyInstance, deps: AdminDeps, page: StaffFormPage<Params, Target, Typed, Current>) {
  const { context, visitors, pages } = deps
  const { page: screen, render } = page
  if (screen && render) {
    const { url, params: schema } = screen
    const options = { right: page.right!, ...(schema && { params: schema }) }
    addAdminPage(deps, url, options, async ({ params, staff }) =>
      render(await page.load(params as Params), undefined as Typed, noRejection, staff),
    )
  }
  const describeChanges = (target: Target, expectedVersion = '') =>
    page.toSubject
      ? describeSubjectChanges(context.db, page.toSubject(target), expectedVersion)
      : (page.describeChanges?.(target, expectedVersion) ?? '')

  return function staffAction<C extends Call, Input = undefined>(
    call: C & (ParamsOf<C> extends Params ? unknown : never),
    action: StaffActionDeclaration<C, Target, Typed, Current, Input>,
  ): void {
    const right = action.right ?? page.right
    if (right === undefined) throw new Error(`${call.route} needs no right.`)
    const decide = async (form: StaffForm<C, Target>): Promise<StaffResult<Extra<C>>> => {
      const input = await action.validate?.(form)
      if (isInvalid(input)) return invalid(input.errors)
      if ('run' in action) return action.run(form, input as Valid<Input>)
      return inTransaction(context.db, async tx => {
        const current = await page.lock!(tx, form.target)
        const earlier = await (action.findEarlier ?? page.findEarlier)?.(
          tx,
          form,
          current,
          input as Valid<Input>,
        )
        if (earlier) return earlier
        const refusal = page.getRefusal?.(current, form.staff) ?? null
        if (refusal !== null) return refuse(refusal)
        // A form that says no version of a page that has one is outdated.
        if (!isCurrent(current, form.expectedVersion ?? '') || action.isPossible?.(current) === false)
          return changed
        const result = await action.change(tx, form, current, input as Valid<Input>)
        if (result.ok && result.audit) {
          const { subject = page.toSubject!(form.target).subject, ...text } = result.audit
          await addAuditEntry(tx, { ...text, subject, actor: toActor(form.staff.id), now: form.now })
        }
        return result
      })
    }

    const toReply = async (
      { expectedVersion, params }: StaffForm<C, Target>,
      result: StaffResult<Extra<C>>,
    ): Promise<StaffReply> => {
      if (result.ok) {
        const message = typeof result.message === 'string' ? result.message : await result.message()
        return { ...action.reply, ...result.reply, success: true, message, errors: {} }
      }
      if (result.reason === 'refused')
        return {
          ...action.reply,
          ...result.reply,
          success: false,
          message: result.message,
          errors: result.errors,
        }
      const message = await describeChanges(await page.load(params as Params), expectedVersion)
      return { ...action.reply, success: false, message, errors: {} }
    }

    // The page has the current version, so the next press is accepted: therefore it says what has changed, even when only
    // fields were wrong and the version was not compared (R-ADMIN-9).
    const redisplay = async (
      form: CallContext<C>,
      reply: StaffReply,
      staff: Person,
    ): Promise<FastifyReply> => {
      const { success, message } = reply
      const errors = action.errors?.(form, reply as ReplyOf<C>) ?? reply.errors
      const to = () => page.toUrl({ params: form.params as Params, body: form.body }, { ...reply })
      const redirect = (kind: Flash['kind']) =>
        pages.redirect(form.reply, { to: to(), ...(message !== '' && { flash: { kind, text: message } }) })
      if (success) return redirect(action.flash?.(reply as ReplyOf<C>) ?? 'success')
      if (!page.render) return redirect(page.refusalFlash ?? 'danger')
      const target = await page.load(form.params as Params)
      const expectedVersion = getExpectedVersion(form.body)
      const changes =
        action.describeChanges?.(target, form) ??
        (isCurrent(target, expectedVersion) ? '' : await describeChanges(target, expectedVersion))
      const hasErrors = Object.keys(errors).length > 0
      // On a page that is up to date the fields say what is wrong.
      const notice = changes === '' && hasErrors ? '' : message || changes
      const typed = action.typed?.(form, reply as ReplyOf<C>) as Typed
      const rejection = { errors, notice: notice || null }
      const { head, ...rest } = await page.render(target, typed, rejection, staff)
      const status = notice !== '' ? 409 : hasErrors ? 422 : 200
      return pages.send(form.request, form.reply, { ...rest, head: { ...head, noindex: true, status } })
    }

    handle<C>(
      app,
      call,
      async form => {
        const staff = await requireStaff(visitors, form.request, right)
        const staffForm = {
          ...form,
          staff,
          target: await page.load(form.params as Params),
          expectedVersion: getExpectedVersion(form.body),
          requestKey: toRequestKey(form.request),
          now: context.now(),
        }
        return (await toReply(staffForm, await decide(staffForm))) as ReplyOf<C>
      },
      {
        authorize: request => requireStaff(visitors, request, right),
        form: async (form, reply) => {
          const staff = await requireStaff(visitors, form.request, right)
          return action.answer
            ? action.answer(form, reply, staff)
            : redisplay(form, reply as StaffReply, staff)
        },
      },
    )
  }
}

const isInvalid = (input: unknown): input is { errors: FieldErrors } =>
  typeof input === 'object' &&
  input !== null &&
  'errors' in input &&
  Object.keys(input.errors as FieldErrors).length > 0

const getExpectedVersion = (body: unknown): string | undefined => {
  const { seen, version = seen } = (body ?? {}) as { seen?: unknown; version?: unknown }
  return version === undefined ? undefined : String(version)
}

const isCurrent = ({ version }: Versioned, expectedVersion: string | undefined): boolean =>
  version === null || expectedVersion === undefined || String(version) === expectedVersion
