/**
 * The last line of a run, alone and plain: `N passed, N failed`, and `, N skipped` when some were. A file that could not
 * be loaded and an error outside of every test count as failed, so that the line never looks better than the exit code.
 */
export default class ClosingLine {
  onInit(vitest) {
    this.watching = vitest.config.watch
  }

  onTestRunEnd(modules, unhandled) {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) count[test.result().state] += 1
      if (module.state() === "failed" && !tests.some((test) => test.result().state === "failed")) count.failed += 1
    }
    const skipped = count.skipped + count.pending
    const line = `${count.passed} passed, ${count.failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`
    if (this.watching) console.log(line)
    else process.once("exit", () => console.log(line))
  }
}
