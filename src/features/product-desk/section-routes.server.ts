import type { Db, Tx } from '../../infra/app-context.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { maxQuantity, parseQuantity } from '../../lib/quantity.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import { done, invalid, type StaffResult } from '../back-office/staff-action.server.ts'
import { maxNameLength } from '../catalogue-import/validation/columns.ts'
import { findProductId, type SearchService } from '../search/service.ts'
import { parseNumberList, toNumberKey } from './number-list.ts'
import {
  describeDifference,
  formatMachine,
  formatNumber,
  type NamedPart,
  type Part,
  type PartNumberOfMaker,
} from './part.ts'
import { type createPartAction, savePart } from './part-routes.server.ts'
import {
  findPart,
  findPartByCode,
  findSuccessorCircle,
  isInside,
  listMakers,
  listNumbersElsewhere,
  listVariantsById,
  lockLinks,
  lockPart,
  type NumberElsewhere,
  type StoredPart,
} from './queries.ts'
import { changeLinks, changeMachines, changeNumbers } from './schemas.ts'

type Changed = Part | { errors: FieldErrors }

/** A form that makes another part of the stored one; one that changes nothing is done, also on an outdated page. */
function toChange<Form extends { now: Date }, Input>(
  toPart: (tx: Tx, form: Form, stored: StoredPart, input: Input) => Promise<Changed>,
  onSaved?: (tx: Tx, form: Form, stored: StoredPart, input: Input) => Promise<void>,
) {
  return {
    findEarlier: async (
      tx: Tx,
      form: Form,
      stored: StoredPart,
      input: Input,
    ): Promise<StaffResult | null> => {
      const after = await toPart(tx, form, stored, input)
      const isSame = !('errors' in after) && describeDifference(stored.part, after) === ''
      return isSame ? done(`${stored.part.code} saved.`) : null
    },
    change: async (tx: Tx, form: Form, stored: StoredPart, input: Input): Promise<StaffResult> => {
      const after = await toPart(tx, form, stored, input)
      if ('errors' in after) return invalid(after.errors)
      await onSaved?.(tx, form, stored, input)
      return savePart(tx, stored, { after, now: form.now })
    },
  }
}

/** Numbers that a part replaces, machines that it fits, its successor, what is related, what is in a kit (R-PRODUCT-7 to 9). */
export function sectionRoutes(
  db: Db,
  search: SearchService,
  partAction: ReturnType<typeof createPartAction>,
): void {
  partAction(changeNumbers, {
    typed: ({ body: { add, elsewhere } }) => ({ numbers: { add, elsewhere } }),
    validate: async ({
      body: { add },
    }): Promise<{ numbers: PartNumberOfMaker[] } | { errors: FieldErrors }> => {
      const parsed = parseNumberList(add, add === '' ? [] : await listMakers(db))
      return 'error' in parsed ? { errors: { add: parsed.error } } : parsed
    },
    ...toChange(
      async (
        tx,
        { body }: { body: { remove: string[]; elsewhere: string }; staff: { id: number }; now: Date },
        { id, part },
        { numbers }: { numbers: PartNumberOfMaker[] },
      ) => {
        const listed = new Set(part.numbers.map(toNumberKey))
        const added = numbers.filter(number => !listed.has(toNumberKey(number)))
        const elsewhere = body.elsewhere === '' ? await listNumbersElsewhere(tx, id, added) : []
        if (elsewhere.length > 0) return { errors: { elsewhere: formatElsewhere(elsewhere) } }
        const rest = part.numbers.filter(number => !body.remove.includes(formatNumber(number)))
        return { ...part, numbers: [...rest, ...added] }
      },
      async (tx, { body, staff, now }, { id }, { numbers }) => {
        if (body.elsewhere !== 'move') return
        const keys = new Set(numbers.map(toNumberKey))
        const elsewhere = await listNumbersElsewhere(tx, id, numbers)
        for (const otherId of new Set(elsewhere.filter(({ isItself }) => !isItself).map(each => each.id))) {
          const other = (await lockPart(tx, otherId))!
          const rest = other.part.numbers.filter(number => !keys.has(toNumberKey(number)))
          const result = await savePart(tx, other, { after: { ...other.part, numbers: rest }, now })
          if (result.ok && result.audit)
            await addAuditEntry(tx, { subject: '', ...result.audit, actor: toActor(staff.id), now })
        }
      },
    ),
  })

  partAction(changeMachines, {
    typed: ({ body: { find, position, quantity, copy_from } }) => ({
      machines: { find, position, quantity, copy_from },
    }),
    validate: ({ body: { quantity, position } }): { pieces: number } | { errors: FieldErrors } => {
      const pieces = quantity === '' ? 1 : parseQuantity(quantity)
      if (pieces === null) return { errors: { quantity: `Enter a whole number from 1 to ${maxQuantity}.` } }
      return position.length > maxNameLength
        ? { errors: { position: `Position must be ${maxNameLength} characters or fewer.` } }
        : { pieces }
    },
    ...toChange(
      async (
        tx,
        {
          body,
        }: { body: { add: string[]; remove: string[]; copy_from: string; position: string }; now: Date },
        { part },
        { pieces }: { pieces: number },
      ) => {
        const copied = body.copy_from === '' ? null : await resolvePart(tx, search, body.copy_from)
        if (copied === undefined) return { errors: { copy_from: formatUnknown(body.copy_from) } }
        const ids = body.add.filter(id => /^\d{1,9}$/.test(id)).map(Number)
        const added = [
          ...(await listVariantsById(tx, ids)).map(variant => ({
            ...variant,
            position: body.position,
            quantity: pieces,
          })),
          ...((copied && (await findPart(tx, copied.id))?.part.machines) || []),
        ]
        const machines = new Map(
          part.machines
            .filter(machine => !body.remove.includes(formatMachine(machine)))
            .map(machine => [`${machine.variantId} ${machine.position}`, machine]),
        )
        for (const machine of added) machines.set(`${machine.variantId} ${machine.position}`, machine)
        return { ...part, machines: [...machines.values()] }
      },
    ),
  })

  partAction(changeLinks, {
    typed: ({ body: { seen: _, ...links } }) => ({ links }),
    ...toChange(
      async (
        tx,
        { body }: { body: { successor: string; related: string; kit: string }; now: Date },
        { id, part },
      ) => {
        await lockLinks(tx)
        const errors: FieldErrors = {}
        const resolve = async (field: string, text: string): Promise<NamedPart | null> => {
          const named = await resolvePart(tx, search, text)
          if (named === undefined) errors[field] ??= formatUnknown(text)
          if (named?.id === id) errors[field] ??= `${part.code} is this part itself.`
          return named ?? null
        }
        const successor = body.successor === '' ? null : await resolve('successor', body.successor)
        const circle = successor && successor.id !== id && (await findSuccessorCircle(tx, id, successor.id))
        if (circle) errors.successor = `That would be a circle: ${[part.code, ...circle].join(' → ')}.`
        const related: NamedPart[] = []
        for (const line of splitLines(body.related)) related.push(...toList(await resolve('related', line)))
        const kit: Part['kit'] = []
        for (const line of splitLines(body.kit)) {
          const [, pieces = '1', code = line] = /^(\d{1,4})\s*[x×]\s+(.+)$/i.exec(line) ?? []
          const [named] = toList(await resolve('kit', code))
          if (named) kit.push({ ...named, quantity: Math.max(1, Number(pieces)) })
        }
        if (new Set(kit.map(each => each.id)).size < kit.length)
          errors.kit ??= 'A part is in the list twice. Add its quantities up.'
        if (
          !errors.kit &&
          (await isInside(
            tx,
            id,
            kit.map(each => each.id),
          ))
        )
          errors.kit = 'One of these is a kit that has this part in it.'
        if (Object.keys(errors).length > 0) return { errors }
        return { ...part, successor, related: uniqueParts(related), kit }
      },
    ),
  })
}

const maxLinked = 100
const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .slice(0, maxLinked)

const toList = <Item>(item: Item | null): Item[] => (item === null ? [] : [item])

const uniqueParts = (parts: readonly NamedPart[]): NamedPart[] => [
  ...new Map(parts.map(part => [part.id, part])).values(),
]

/** The part of this number, in any spelling, also another maker's if one part alone has it. Undefined: none. */
async function resolvePart(tx: Tx, search: SearchService, text: string): Promise<NamedPart | undefined> {
  const exact = await findPartByCode(tx, text)
  const id = exact?.id ?? findProductId(await search.getEngine(), text)
  const stored = id === null ? null : await findPart(tx, id)
  return stored ? { id: stored.id, code: stored.part.code } : undefined
}

const formatUnknown = (text: string): string => `No part has the number “${text.slice(0, 60)}” alone.`

const maxNamed = 5

function formatElsewhere(numbers: readonly NumberElsewhere[]): string {
  const named = numbers
    .slice(0, maxNamed)
    .map(({ maker, code, partCode, title, isItself }) =>
      isItself
        ? `${maker} ${code} is ${partCode} itself, ${title}`
        : `${maker} ${code} is on ${partCode}, ${title}`,
    )
  const more = numbers.length > maxNamed ? ` And ${numbers.length - maxNamed} more.` : ''
  return `${named.join('. ')}.${more} Choose whether both have it, or this part alone.`
}
