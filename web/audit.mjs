// The browser's check of dice for whoever has no browser: a line on stdin is {"data": base64, "seen": hash}, a line on
// stdout is what `audit` in src/lib/audit.ts found. The same file is compiled for the page.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import ts from 'typescript'

const compiled = (name, imports = '') => {
  const source = readFileSync(new URL(`src/lib/${name}.ts`, import.meta.url), 'utf8').replace("'./sha256'", `'${imports}'`)
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: 'esnext', target: 'es2022' } })
  return `data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`
}
const { audit } = await import(compiled('audit', compiled('sha256')))
for await (const line of createInterface({ input: process.stdin })) {
  const { data, seen } = JSON.parse(line)
  process.stdout.write(`${JSON.stringify(await audit(new Uint8Array(Buffer.from(data, 'base64')), seen))}\n`)
}
