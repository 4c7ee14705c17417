import { parseArgs } from 'node:util'
import {
  type AddedStaff,
  addStaff,
  disableStaff,
  listStaff,
  resetStaffFactor,
  type StaffContext,
  type StaffMember,
} from '../../src/features/accounts/staff/manage-staff.server.ts'
import { type StaffRole, staffRoles } from '../../src/features/accounts/staff/staff-right.ts'
import { type StaffRight, staffRights } from '../../src/features/accounts/visitor.ts'
import { type Config, createConfig, parseSettings } from '../../src/infra/config.ts'
import { refusePendingMigrations, updateSchema } from '../../src/infra/schema.ts'
import { isEmail } from '../../src/lib/contact/email.ts'
import { normaliseEmail } from '../../src/lib/contact/normalise-email.ts'
import { type CommandOutput, getShopUrl, openDatabase, toUsageError, UsageError } from '../command-line.ts'

// npm run staff -- COMMAND (R-STAFF-1 to R-STAFF-4). The shop may be serving meanwhile.
// Exit codes: 0 done, 1 there is no such staff, 2 wrong parameters, 78 a setting is wrong.

type CommandName = 'add' | 'list' | 'disable' | 'reset-factor'

const help: Record<CommandName, string> = {
  add: `npm run staff -- add EMAIL --role ${staffRoles.join('|')} [--rights RIGHTS] [--name NAME]

Gives a person access to the back office and prints a link to the page where they set their password. The link works once,
within an hour; where staff need a second factor (STAFF_2FA), the first login sets it up. Run it again for another link
or to change role or rights: they hold from the next click.

  --role staff     works in the back office
  --role manager   may do everything in the back office, and give goods away
  --rights RIGHTS  what staff may do, with commas: ${staffRights.join(',')}; or all (the default)
  --name NAME      how the shop addresses the person`,
  list: `npm run staff -- list

Prints everybody with access to the back office: e-mail address, role, active or disabled, second factor, and
the rights of staff who may not do everything.`,
  disable: `npm run staff -- disable EMAIL

Signs the person out everywhere at once and for good. 'add' lets them in again, with a new password.`,
  'reset-factor': `npm run staff -- reset-factor EMAIL

For staff who lost their authenticator app and their recovery codes: removes the second factor, signs the person out
everywhere and informs them by e-mail. The password stays. Where staff need a second factor (STAFF_2FA), the next login
sets up a new one.`,
}

const usage = `npm run staff -- COMMAND

  add EMAIL --role ${staffRoles.join('|')}   lets a person into the back office: prints the link for their password
  list                              who may enter the back office
  disable EMAIL                     signs a person out at once and for good
  reset-factor EMAIL                removes a lost second factor

npm run staff -- COMMAND --help says more. Use the settings of the shop (SESSION_SECRET, BASE_URL, DATABASE_URL,
DATA_DIR): the links are signed with its secret. Exit codes: 0 done, 1 no such staff, 2 wrong parameters, 78 a setting
is wrong.`

interface StaffRequest {
  command: CommandName
  email: string
  role: StaffRole
  /** Null: all. Undefined: as they are. */
  rights: StaffRight[] | null | undefined
  name: string | null
}

/** Resolves with the exit code. */
export async function runStaffCommand(
  parameters: string[],
  env: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  const request = readParameters(parameters)
  if (typeof request === 'string') {
    output.result(request)
    return 0
  }
  const settings = parseSettings(env)
  const { database, mode, close } = await openDatabase(settings, 2)
  try {
    const config = createConfig(settings, mode)
    const shopUrl = request.command === 'add' ? getShopUrl(config) : ''
    // Before the first start too.
    const { pool } = database
    await (config.migrateOnStart ? updateSchema(pool, mode) : refusePendingMigrations(pool))
    const context = { config, db: database.db, now: () => new Date() }
    return await runRequest(request, context, shopUrl, output)
  } finally {
    await close()
  }
}

type RequestContext = StaffContext & { config: Config }

async function runRequest(
  request: StaffRequest,
  context: RequestContext,
  shopUrl: string,
  output: CommandOutput,
): Promise<number> {
  const { command, email } = request
  if (command === 'list') {
    printStaff(await listStaff(context), output)
    return 0
  }
  if (command === 'add') {
    printLink(request, await addStaff(context, request), shopUrl, output)
    return 0
  }
  const isReset = command === 'reset-factor'
  const change = await (isReset ? resetStaffFactor(context, email) : disableStaff(context, email))
  if (change === null) {
    output.message(`${email} is not staff: npm run staff -- list shows who is.`)
    return 1
  }
  output.result(isReset ? formatReset(email, change, context.config) : formatDisabled(email, change))
  if (!isReset && !hasManager(await listStaff(context))) {
    output.message('No manager is left: npm run staff -- add EMAIL --role manager.')
  }
  return 0
}

const beforeNotes: Record<AddedStaff['before'], string> = {
  new: '',
  customer: ' They were a customer: the old password no longer works.',
  staff: '',
  disabled: ' They were disabled, and are active again.',
}

function printLink(
  { email, role }: StaffRequest,
  { before, path }: AddedStaff & { path: string },
  shopUrl: string,
  output: CommandOutput,
): void {
  const note = beforeNotes[before]
  output.message(`${email} is ${role} now.${note} Pass this link on; it works once, within an hour:`)
  output.result(`${shopUrl}${path}`)
}

function printStaff(staff: StaffMember[], output: CommandOutput): void {
  if (staff.length === 0) output.message('No staff yet: npm run staff -- add EMAIL --role manager.')
  const width = Math.max(...staff.map(({ email }) => email.length))
  for (const { email, role, rights, isActive, hasSecondFactor } of staff) {
    const state = isActive ? 'active  ' : 'disabled'
    const factor = hasSecondFactor ? 'second factor' : 'no second factor'
    output.result(
      `${email.padEnd(width)}  ${role.padEnd(7)}  ${state}  ${factor}${formatRights(role, rights)}`,
    )
  }
}

const formatRights = (role: StaffRole, rights: StaffMember['rights']): string =>
  role === 'manager' || rights === null ? '' : `  ${rights.join(', ')} only`

function formatDisabled(email: string, isChanged: boolean): string {
  return isChanged ? `${email} is disabled and signed out everywhere.` : `${email} is already disabled.`
}

function formatReset(email: string, isChanged: boolean, { staff2fa }: Config): string {
  if (!isChanged) return `${email} has no second factor, so nothing was changed.`
  const next = staff2fa === 'required' ? ' The next login sets up a new one.' : ''
  return `${email} no longer has a second factor, is signed out everywhere, and will get an e-mail about it.${next}`
}

const hasManager = (staff: StaffMember[]): boolean =>
  staff.some(({ role, isActive }) => isActive && role === 'manager')

/** The parameters, or the help that they request. */
function readParameters(parameters: string[]): StaffRequest | string {
  const { positionals, values } = parse(parameters)
  const [command, email, ...more] = positionals
  if (command === undefined && values.help) return usage
  if (!isCommand(command)) {
    const problem =
      command === undefined ? 'Say what to do' : `There is no command '${command.slice(0, 100)}'`
    throw new UsageError(`${problem}: npm run staff -- --help lists the commands.`)
  }
  if (values.help) return help[command]
  const rest = command === 'list' ? [email, ...more].filter(text => text !== undefined) : more
  if (rest.length > 0) throw new UsageError(`${command} does not take '${rest[0]!.slice(0, 100)}'.`)
  if (command !== 'add' && (values.role ?? values.name ?? values.rights) !== undefined) {
    throw new UsageError(`${command} takes neither --role nor --rights nor --name.`)
  }
  const address = command === 'list' ? '' : readEmail(command, email)
  const role = command === 'add' ? readRole(values.role) : 'staff'
  return {
    command,
    email: address,
    role,
    rights: readRights(role, values.rights),
    name: values.name?.trim() ?? null,
  }
}

function parse(parameters: string[]) {
  const options = {
    help: { type: 'boolean', short: 'h', default: false },
    role: { type: 'string' },
    rights: { type: 'string' },
    name: { type: 'string' },
  } as const
  try {
    return parseArgs({ args: parameters, options, strict: true, allowPositionals: true })
  } catch (error) {
    throw toUsageError(error)
  }
}

const isCommand = (text: string | undefined): text is CommandName => Object.hasOwn(help, text ?? '')

function readEmail(command: CommandName, text: string | undefined): string {
  if (text === undefined) throw new UsageError(`${command} needs an e-mail address.`)
  if (!isEmail(text)) throw new UsageError(`'${text.slice(0, 100)}' is not an e-mail address.`)
  return normaliseEmail(text)
}

function readRights(role: StaffRole, text: string | undefined): StaffRequest['rights'] {
  if (text === undefined) return undefined
  if (role === 'manager') throw new UsageError('A manager has all rights: leave --rights out.')
  if (text === 'all') return null
  const names = text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(staffRights as readonly string[]).includes(name))
  if (unknown === undefined) return staffRights.filter(right => names.includes(right))
  throw new UsageError(
    `There is no right '${unknown.slice(0, 100)}': the rights are ${staffRights.join(', ')}, or all.`,
  )
}

function readRole(text: string | undefined): StaffRole {
  const role = staffRoles.find(name => name === text)
  if (role) return role
  throw new UsageError(`add needs --role ${staffRoles.join(' or --role ')}.`)
}
