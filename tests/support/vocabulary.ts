import ts from 'typescript'

export interface Finding {
  line: number
  /** 'identifier', 'comment', 'test name', 'log line', 'sentence', 'citation', 'file name' or 'document'. */
  kind: string
  word: string
}

/** Words that hide what code does: no identifier contains one, whatever its case ('keptRows', 'KEPT_ROWS'). */
const bannedInIdentifiers = new Set(
  [
    'house rooms walls ears shelf shelves wake awake whoever nobody',
    'kept told asked shown heard hearing hear tell tells telling',
    'judge judges judged judging reckon reckons reckoned reckoning settle settles settled settling',
    'keeper keeping wanted forget forgets forgot',
    'asks asking gives journey journeys unmade wire postman',
  ].flatMap(line => line.split(' ')),
)

/** Identifiers that say nothing of what they hold. As a part of a longer name they are fine ('productsFound'). */
const bannedNames = new Set(
  [
    'room wall he his him found known given said shown own others things stuff',
    'Letter Place Asked Subject Carriage Made Unmade Shown Words',
    'mayKnow handOver holdPerson endOrder writerOf',
  ].flatMap(line => line.split(' ')),
)

/** Names that say nothing of what a file or folder holds ('data.ts', 'words.ts', 'Basket.browser.ts'). */
const bannedFileNames = new Set(
  'area data entering letters own others room rooms texts things whole wire words'.split(' '),
)

/** Words that comments, test names and log lines do without. */
const bannedInText = new Set(
  [
    'he his him himself she whoever whomever nobody',
    'house room rooms wall walls ears shelf shelves',
    'told asked reckon reckons reckoned reckoning judge judges judged judging wake wakes awake',
    'her hers herself hear hears heard judgement judgements woke waking',
  ].flatMap(line => line.split(' ')),
)

/** Words that documents do without. A 'wall' is where a customer hangs the wallpaper. */
const bannedInDocuments = new Set(
  [
    'he his him himself she her hers herself whoever whomever nobody',
    'house room rooms walls ears shelf shelves wake wakes awake',
  ].flatMap(line => line.split(' ')),
)

/** What no sentence of the shop says (docs/design.md, Text); the words that requirements fix do not match. */
const bannedInSentences =
  /[\d}] %|\b(?:shopping cart|dispatched|zip code|cannot be had|all of it (?:is|was) (?:here|in stock)|at the prices of today|pieces at most|(?:used|ordered|approved|cancelled|confirmed) already)\b/gi

/** References to documents that are not in the repository; requirements are cited by number (R-UX-12). */
const citations = /§|\brules? \d+/gi

/** Names that the outside world gives: React, Node, the browser, protocols and calls. */
const foreignNames = new Set<string>([
  'allSettled',
  // A field of e-mails that are in the outbox.
  'askedAtMs',
  'forgotPassword',
  'ForgotPasswordPage',
  'forgotPasswordPage',
  // A field of POST /checkout/save.
  'shown_total',
])

/** Fields of calls: allowed as names of properties, not of variables. */
const foreignProperties = new Set<string>(['found'])

/** Lists where a TypeScript source, its path included, breaks the vocabulary; an empty list when it does not. */
export function listFindings(file: string, text: string): Finding[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const findings: Finding[] = listPathFindings(file)
  const add = (position: number, findingKind: string, word: string) => {
    findings.push({
      line: source.getLineAndCharacterOfPosition(position).line + 1,
      kind: findingKind,
      word,
    })
  }
  const addText = (position: number, findingKind: string, sentence: string) => {
    for (const word of findWords(sentence, bannedInText)) add(position, findingKind, word)
    if (findingKind === 'log line') return
    for (const [citation] of sentence.matchAll(citations)) add(position, 'citation', citation)
  }
  const visit = (node: ts.Node): void => {
    if (isNamed(node) && !isForeignProperty(node)) {
      const word = bannedIdentifierWord(node.text.replace(/^#/, ''))
      if (word) add(node.getStart(source), 'identifier', node.text)
    }
    if (ts.isCallExpression(node)) {
      const sentence = callText(node)
      if (sentence) addText(node.getStart(source), sentence.kind, sentence.words)
    }
    if (isShopSource(file)) {
      for (const [words] of displayedText(node).matchAll(bannedInSentences))
        add(node.getStart(source), 'sentence', words)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const [start, end] of commentRanges(source)) addText(start, 'comment', text.slice(start, end))
  return findings
}

/** Lists where the names of a file and its folders break the vocabulary. */
export function listPathFindings(path: string): Finding[] {
  return path.split('/').flatMap(name => {
    const [stem = '', ...roles] = name.split('.').filter(Boolean)
    if (foreignNames.has(stem)) return []
    const isBanned =
      [stem, ...roles].some(part => toWords(part).some(word => bannedInIdentifiers.has(word))) ||
      bannedFileNames.has(stem) ||
      roles.includes('browser')
    return isBanned ? [{ line: 1, kind: 'file name', word: name }] : []
  })
}

/** Lists where the prose of a Markdown document breaks the vocabulary; code in backticks does not count. */
export function listDocumentFindings(text: string): Finding[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, code => code.replaceAll(/[^\n]/g, ' '))
  return prose.split('\n').flatMap((line, index) => {
    const words = [...findWords(line, bannedInDocuments), ...(line.match(citations) ?? [])]
    return words.map(word => ({ line: index + 1, kind: 'document', word }))
  })
}

/** A name that this file chooses or uses; the names of JSX text and of strings are none. */
function isNamed(node: ts.Node): node is ts.Identifier | ts.PrivateIdentifier {
  return ts.isIdentifier(node) || ts.isPrivateIdentifier(node)
}

/** A property that a call or a stored job names: `line.found`, `{ found: matches }`; `{ found }` makes a variable. */
function isForeignProperty({ text, parent }: ts.Identifier | ts.PrivateIdentifier): boolean {
  if (!foreignProperties.has(text)) return false
  if (ts.isBindingElement(parent))
    return parent.propertyName !== undefined && parent.propertyName.getText() === text
  return (
    ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)
  )
}

function bannedIdentifierWord(name: string): string | undefined {
  if (foreignNames.has(name)) return undefined
  if (bannedNames.has(name)) return name
  return toWords(name).find(word => bannedInIdentifiers.has(word))
}

/** 'keptRows2' → ['kept', 'rows2']. */
function toWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_$-]+/)
    .map(word => word.toLowerCase())
}

function findWords(text: string, banned: Set<string>): string[] {
  const words = text.toLowerCase().match(/[a-z]+(?:-[a-z]+)*/g) ?? []
  return words.filter(word => banned.has(word))
}

const testFunctions = new Set(['test', 'it', 'describe'])
const logMethods = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])

/** The sentence of a test or a log call. */
function callText(call: ts.CallExpression): { kind: string; words: string } | null {
  const { expression } = call
  if (ts.isIdentifier(expression) && testFunctions.has(expression.text)) {
    return { kind: 'test name', words: stringOf(call.arguments[0]) }
  }
  if (!ts.isPropertyAccessExpression(expression)) return null
  const isLog = logMethods.has(expression.name.text) && /\blog$/.test(expression.expression.getText())
  return isLog ? { kind: 'log line', words: stringOf(call.arguments.at(-1)) } : null
}

const isShopSource = (file: string): boolean => /^src\/(?:features|lib|ui)\/(?!.*\.test\.)/.test(file)

/** What a person may read: text in JSX and strings. */
function displayedText(node: ts.Node): string {
  return ts.isJsxText(node) ? node.text.replaceAll(/\s+/g, ' ') : stringOf(node)
}

function stringOf(node: ts.Node | undefined): string {
  if (!node) return ''
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? node.getText() : ''
}

/** Where comments begin and end, each once. */
function commentRanges(source: ts.SourceFile): [start: number, end: number][] {
  const ranges = new Map<number, number>()
  const collect = (list: readonly ts.CommentRange[] | undefined) => {
    for (const { pos, end } of list ?? []) ranges.set(pos, end)
  }
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText) return
    collect(ts.getLeadingCommentRanges(source.text, node.getFullStart()))
    collect(ts.getTrailingCommentRanges(source.text, node.getEnd()))
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return [...ranges]
}
