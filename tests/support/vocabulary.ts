import ts from 'typescript'

export interface Finding {
  line: number
  /** 'identifier', 'comment', 'test name' or 'log line'. */
  kind: string
  word: string
}

/** Words that hide what code does: no identifier contains one, whatever its case ('keptRows', 'KEPT_ROWS'). */
const bannedInIdentifiers = new Set(
  [
    'house rooms walls ears shelf shelves wake awake whoever nobody',
    'kept told asked shown heard hearing hear tell tells telling',
    'judge judges judged judging reckon reckons reckoned reckoning settle settles settled settling',
    'keeper keeping parcel wanted forget forgets forgot',
  ].flatMap(line => line.split(' ')),
)

/** Identifiers that say nothing of what they hold. As a part of a longer name they are fine ('productsFound'). */
const bannedNames = new Set(
  'room wall he his him found known given own others things stuff Letter Place Asked Subject'.split(' '),
)

/** Words that comments, test names and log lines do without. */
const bannedInText = new Set(
  [
    'he his him himself she whoever whomever nobody',
    'house room rooms wall walls ears shelf shelves',
    'told asked reckon reckons reckoned reckoning judge judges judged judging wake wakes awake',
  ].flatMap(line => line.split(' ')),
)

/** Names that the outside world gives: React, Node, the browser, protocols and calls. */
const foreignNames = new Set<string>(['forgotPassword', 'ForgotPasswordPage', 'forgotPasswordPage'])

/** Lists where a TypeScript source breaks the vocabulary; an empty list when it does not. */
export function listFindings(file: string, text: string): Finding[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const findings: Finding[] = []
  const add = (position: number, findingKind: string, word: string) => {
    findings.push({
      line: source.getLineAndCharacterOfPosition(position).line + 1,
      kind: findingKind,
      word,
    })
  }
  const visit = (node: ts.Node): void => {
    if (isNamed(node)) {
      const word = bannedIdentifierWord(node.text.replace(/^#/, ''))
      if (word) add(node.getStart(source), 'identifier', node.text)
    }
    if (ts.isCallExpression(node)) {
      const text = callText(node)
      if (text) for (const word of bannedTextWords(text.words)) add(node.getStart(source), text.kind, word)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const [start, end] of commentRanges(source)) {
    for (const word of bannedTextWords(text.slice(start, end))) add(start, 'comment', word)
  }
  return findings
}

/** A name that this file chooses or uses; the names of JSX text and of strings are none. */
function isNamed(node: ts.Node): node is ts.Identifier | ts.PrivateIdentifier {
  return ts.isIdentifier(node) || ts.isPrivateIdentifier(node)
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
    .split(/[\s_$]+/)
    .map(word => word.toLowerCase())
}

function bannedTextWords(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+(?:-[a-z]+)*/g) ?? []
  return words.filter(word => bannedInText.has(word))
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
