import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { calls, callsNotYet, messages, messagesNotYet } from './spec-messages.ts'
import { filesBelow, isTest, read } from './support/sources.ts'

interface Literal {
  text: string
  place: string
}

const sources = filesBelow('src')
  .filter(file => /\.tsx?$/.test(file) && !isTest(file))
  .map(file => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true))
const literals = sources.flatMap(literalsOf)
const declared = sources.flatMap(declaredCalls)

describe('a message of the specification', () => {
  test.each(built(messages, messagesNotYet))('stands exactly once: %s', message => {
    const places = placesOf(message)
    expect(places, `It stands at: ${places.join(', ') || 'no place'}`).toHaveLength(1)
  })

  test('that is not built yet is taken off the list as soon as it is there', () => {
    expect(messagesNotYet.filter(message => placesOf(message).length > 0)).toEqual([])
    expect(messagesNotYet.filter(message => !messages.includes(message))).toEqual([])
  })
})

describe('a call of the specification', () => {
  test.each(built(calls, callsNotYet))('is declared exactly once: %s', route => {
    expect(declared.filter(literal => literal.text === route).map(literal => literal.place)).toHaveLength(1)
  })

  test('that is not built yet is taken off the list as soon as it is there', () => {
    expect(callsNotYet.filter(route => declared.some(literal => literal.text === route))).toEqual([])
    expect(callsNotYet.filter(route => !calls.includes(route))).toEqual([])
  })

  test('or of the house is declared once', () => {
    const routes = declared.map(literal => literal.text)
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
    expect(routes.length).toBeGreaterThan(10)
  })
})

function built(all: string[], notYet: string[]): string[] {
  return all.filter(one => !notYet.includes(one))
}

/** Where the whole literal stands; what is put in counts whatever its name. */
function placesOf(message: string): string[] {
  const wanted = message.replace(/\{\w+\}/g, '{}')
  return literals.filter(literal => literal.text === wanted).map(literal => literal.place)
}

/** Strings, templates (each `${…}` as {}) and the text between JSX tags; types and comments do not count. */
function literalsOf(source: ts.SourceFile): Literal[] {
  const found: Literal[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralTypeNode(node)) return
    const text = textOf(node)
    if (text !== null) found.push({ text, place: placeOf(source, node) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(span => `{}${span.literal.text}`).join('')
  }
  if (ts.isJsxText(node)) return node.text.trim().replace(/\s+/g, ' ')
  return null
}

function declaredCalls(source: ts.SourceFile): Literal[] {
  const found: Literal[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'call') {
      const [route] = node.arguments
      if (route && ts.isStringLiteral(route)) found.push({ text: route.text, place: placeOf(source, node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function placeOf(source: ts.SourceFile, node: ts.Node): string {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`
}
