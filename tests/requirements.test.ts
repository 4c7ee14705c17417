import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { filesBelow, isTest, read } from './support/sources.ts'

/** Quoted in the requirements, but data or a value, not a text of the shop. */
const values = ['0', '3CX 2012-2018', '7-10 days']
/** Short labels that several places may have. */
const sharedLabels = ['Clear all', 'Error:', 'Error: ', 'excluding VAT', 'Nothing to pay', 'User Permissions']

/** Routes that answer a file or plain text, or exist only in a demo: they are not declared as calls. */
const plainRoutes = [
  'GET /_sandbox/demo.json',
  'GET /account/price-list.csv',
  'GET /account/productlists/wallpaper.pdf',
  'GET /healthz',
  'GET /media/product/image/:filename',
  'GET /media/brand/image/:filename',
  'GET /metrics',
  'GET /openapi.json',
  'GET /readyz',
]
/** R-SEARCH-1 describes it as a page whose path is also a call. */
const pageCalls = ['GET /search']

interface Literal {
  text: string
  position: string
}

/** Those of the whole shop, and those of each feature in its README. */
const requirements = [
  read('docs/requirements.md'),
  ...filesBelow('src/features')
    .filter(file => file.endsWith('/README.md'))
    .map(file => read(file).split('\n## Requirements\n')[1] ?? ''),
].join('\n')
const sentences = listSentences(requirements)
const calls = [...listCalls(requirements).filter(route => !plainRoutes.includes(route)), ...pageCalls]

const sources = filesBelow('src')
  .filter(file => /\.tsx?$/.test(file) && !isTest(file))
  .map(file => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true))
const literals = sources.flatMap(listLiterals)
const declaredCalls = sources.flatMap(listDeclaredCalls)

describe('a sentence of the requirements', () => {
  const uniqueSentences = sentences.filter(
    sentence => !values.includes(sentence) && !sharedLabels.includes(sentence),
  )

  test.each(uniqueSentences)('is in the sources exactly once: %s', sentence => {
    const positions = findPositions(sentence)
    expect(positions, describeFix(positions)).toHaveLength(1)
  })

  test.each(sharedLabels)('that is a short label is in the sources: %s', label => {
    expect(findPositions(label)).not.toEqual([])
  })

  test('is read from the document in all its forms', () => {
    expect(uniqueSentences.length).toBeGreaterThan(55)
    expect([...values, ...sharedLabels].filter(exception => !sentences.includes(exception))).toEqual([])
    const text =
      "The others' lists: 'That code doesn't match.' (4 s), '{field} is required.', `{message: \"Saved\"}`"
    expect(listSentences(text)).toEqual(["That code doesn't match.", '{field} is required.', 'Saved'])
  })
})

test('no two requirements have one number', () => {
  const numbers = [...requirements.matchAll(/^- \*\*(R-[A-Z0-9]+-\d+)\*\*/gm)].map(match => match[1])
  expect(numbers.length).toBeGreaterThan(200)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

describe('a call of the requirements', () => {
  test.each(calls)('is declared exactly once: %s', route => {
    expect(declaredCalls.filter(call => call.text === route).map(call => call.position)).toHaveLength(1)
  })

  test('is read from the document in all its forms', () => {
    expect(calls.length).toBeGreaterThan(20)
    expect(plainRoutes.filter(route => !requirements.includes(toDocumentedPath(route)))).toEqual([])
    expect(listCalls('`GET/PUT /lists/{id}` and `POST /search?page=1`')).toEqual([
      'GET /lists/:id',
      'PUT /lists/:id',
      'POST /search',
    ])
  })
})

test('no route is declared by two calls', () => {
  const routes = declaredCalls.map(call => call.text)
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
  expect(routes.length).toBeGreaterThan(10)
})

/** The texts in single quotation marks, and the messages of replies; an apostrophe inside a word is no quotation mark. */
function listSentences(text: string): string[] {
  const quotation =
    /(?<![\p{L}\p{N}])'(?! )((?:[^'\n`]|(?<=\p{L})'(?=\p{L}))+)'(?!\p{L})|message: "([^"]+)"/gu
  return [...new Set([...text.matchAll(quotation)].map(([, quoted, message]) => quoted ?? message!))]
}

/** The routes of a text, as calls declare them: 'PUT /account/productlists/:id'. */
function listCalls(text: string): string[] {
  const route = /`((?:GET|POST|PUT|DELETE)(?:\/(?:GET|POST|PUT|DELETE))*) (\/[^\s`?]*)/g
  const routes = [...text.matchAll(route)].flatMap(([, methods = '', path = '']) =>
    methods.split('/').map(method => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  return [...new Set(routes)]
}

/** 'GET /media/:filename' → '/media/{filename}' */
function toDocumentedPath(route: string): string {
  return route.split(' ')[1]!.replaceAll(/:(\w+)/g, '{$1}')
}

/** What to do about a sentence that is not at exactly one position. */
function describeFix([first, ...repetitions]: string[]): string {
  return first === undefined
    ? 'no literal of src is this sentence: add it to the messages of its feature, or correct the requirement'
    : `use the constant or component at ${first} instead of repeating the sentence at ${repetitions.join(', ')}`
}

/** Where the sentence is a whole literal; the names of its placeholders do not matter. */
function findPositions(sentence: string): string[] {
  const text = sentence.replaceAll(/\{\w+\}/g, '{}')
  return literals.filter(literal => literal.text === text).map(literal => literal.position)
}

/** Strings, templates (each `${…}` as {}) and the text between JSX tags, without types and comments. */
function listLiterals(source: ts.SourceFile): Literal[] {
  const result: Literal[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralTypeNode(node)) return
    const text = getText(node)
    if (text !== null) result.push({ text, position: getPosition(source, node) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return result
}

function getText(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(span => `{}${span.literal.text}`).join('')
  }
  if (ts.isJsxText(node)) return node.text.trim().replace(/\s+/g, ' ')
  return null
}

function listDeclaredCalls(source: ts.SourceFile): Literal[] {
  const result: Literal[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:call|[a-z]+Call)$/.test(node.expression.getText(source))) {
      const [route] = node.arguments
      if (route && ts.isStringLiteral(route))
        result.push({ text: route.text, position: getPosition(source, node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return result
}

function getPosition(source: ts.SourceFile, node: ts.Node): string {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`
}
