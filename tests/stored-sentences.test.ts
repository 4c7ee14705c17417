import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesBelow, isTest, read } from './support/sources.ts'

// What is stored as a sentence is displayed, and nothing in the sources takes it apart: a fact that is needed is stored
// beside it (delivery_facts, actor_kind and actor_id, changes, kind and rate of a voucher).

/** Fields and columns with text for people, or made of facts that are stored beside them. */
const sentences = [
  ...[
    'deliveryTitle',
    'delivery_title',
    'deliveryText',
    'delivery_text',
    'actor',
    'why',
    'reason',
    'summary',
  ],
  ...['note', 'detail', 'subject', 'removedWhy', 'holdReason', 'hold_reason'],
]
/** Methods that take a text apart or look into it. */
const parsers = [
  ...['split', 'match', 'matchAll', 'replace', 'replaceAll', 'slice', 'substring', 'search', 'exec', 'test'],
  ...['startsWith', 'endsWith', 'includes', 'indexOf', 'lastIndexOf', 'charAt', 'at'],
]
/** Columns of that kind in SQL, in functions and operators that look into a text. */
const columns = '(?:\\w+\\.)?(?:delivery_title|actor|why|summary|note|detail|subject|hold_reason|removed_why)'
const sqlParsers = [
  new RegExp(
    `(?:substring|substr|regexp_\\w+|split_part|position|strpos|starts_with|left|right|replace)\\s*\\(\\s*${columns}\\b`,
    'i',
  ),
  new RegExp(`\\b${columns}\\s+(?:not\\s+)?(?:i?like|similar to)\\b`, 'i'),
  new RegExp(`\\b${columns}\\s*!?~`),
  /\bactor\s*=\s*'?person /,
]

interface Parse {
  position: string
  code: string
}

/** Of a path to a text the last name: `order.deliveryTitle`, `row!.why`, `(note ?? '')`. */
function getName(node: ts.Expression): string | null {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteral(node.argumentExpression) ? node.argumentExpression.text : null
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return getName(node.expression)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return getName(node.left)
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return getName(node.expression.expression)
  return null
}

/** What is parsed by `text.split(…)`, `/…/.exec(text)` and `formatX(…).replace(…)`. */
function getParsed(node: ts.CallExpression): (string | null)[] {
  if (!ts.isPropertyAccessExpression(node.expression)) return []
  const { expression, name } = node.expression
  if (!parsers.includes(name.text)) return []
  const isPattern = name.text === 'exec' || name.text === 'test'
  return [isPattern && node.arguments[0] ? getName(node.arguments[0]) : getName(expression)]
}

function listParses(file: string, text: string): Parse[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const parses: Parse[] = []
  const add = (node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    parses.push({ position: `${file}:${line + 1}`, code: node.getText().slice(0, 400) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && getParsed(node).some(name => name !== null && sentences.includes(name)))
      add(node)
    const isSql =
      ts.isNoSubstitutionTemplateLiteral(node) || ts.isStringLiteral(node) || ts.isTemplateExpression(node)
    if (isSql && sqlParsers.some(parser => parser.test(node.getText()))) add(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return parses
}

/** What has such a name and is not made of facts, and what still has to be stored as one. */
const exceptions = [
  // What a customer or staff typed, a line each.
  "src/features/quotes/pdf.server.ts note.split('\\n')",
  // The answer of the card provider and the output of PostgreSQL.
  'src/features/payments/opayo/registration.ts /billing/i.test(detail)',
  'src/features/payments/opayo/registration.ts /delivery/i.test(detail)',
  'src/infra/embedded-postgres/launch.ts /lock file|shared memory block/.test(reason)',
  // The audit refers to people by their number alone, since it outlives what is erased.
  'src/features/back-office/subject-history.server.ts detail.replace(personPattern',
  // The return and the pick list of a movement are in its note alone.
  'src/features/stock/admin/view.ts /^RMA-\\d{6,}$/.test(note)',
  'src/features/warehouse/picking/queries.ts starts_with(note',
]

test('no source takes a stored sentence apart', () => {
  const parses = filesBelow('src')
    .filter(file => /\.tsx?$/.test(file) && !isTest(file))
    .flatMap(file => listParses(file, read(file)))
  const isException = ({ position, code }: Parse) =>
    exceptions.some(
      text =>
        position.startsWith(`${text.split(' ')[0]}:`) && code.includes(text.slice(text.indexOf(' ') + 1)),
    )
  expect(parses.filter(parse => !isException(parse))).toEqual([])
  expect(parses).toHaveLength(exceptions.length)
})

test.each([
  [`const [a] = order.deliveryTitle.split(' – ')`, 1],
  [`/^Collection – (.*)/.exec(deliveryTitle)?.[1]`, 1],
  [`(deliveryTitle ?? '').replace('today', day)`, 1],
  [`row['why'].trim().match(/x/)`, 1],
  [`if (entry.actor!.startsWith('person ')) return`, 1],
  ['sql`select p.name from h join person p on p.id = substring(h.actor from 1)::int`', 1],
  ['sql`select from audit a where a.detail ~ x`', 1],
  ['sql`select from history where why not ilike x`', 1],
  [`name.split(' ')`, 0],
  ['formatHistory({ why, detail })', 0],
])('%s: %i place that takes a stored sentence apart', (source, count) => {
  expect(listParses('planted.ts', source)).toHaveLength(count)
})
