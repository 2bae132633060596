/** Which way the arrows of the house point: bin -> programs -> services -> core. */
const room = (name, above, comment) => ({
  name: `${name}-looks-down`,
  severity: "error",
  comment,
  from: { path: `^src/${name}/` },
  to: { path: `^src/(${above})(/|\\.ts$)` }
})

module.exports = {
  forbidden: [
    room("core", "services|programs|bin|index|testing", "A decision knows nothing of the world that asks for it."),
    room("services", "programs|bin|index|testing", "A service is composed by programs, it never calls one."),
    room("programs", "bin|index|testing", "A program is given its layers, it never picks them."),
    {
      name: "core-is-pure",
      severity: "error",
      comment: "Core is values in, values out: no node module, no platform, no database.",
      from: { path: "^src/core/" },
      to: { dependencyTypes: ["core", "npm"], pathNot: "node_modules/effect/" }
    },
    {
      name: "no-cycle",
      severity: "error",
      comment: "Two files that need each other are one idea, or a third one is missing.",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } }
    },
    {
      name: "src-stands-alone",
      severity: "error",
      comment: "What is shipped never needs what only checks it.",
      from: { path: "^src/" },
      to: { path: "^(test|bench|scripts)/" }
    },
    {
      name: "no-barrel",
      severity: "error",
      comment: "A barrel drags in all of its package: import the module, as in effect/Effect. Cold start is a feature.",
      from: { path: "^src/" },
      to: {
        path: "node_modules/(effect|@effect/(platform|platform-node|sql|experimental|rpc|workflow|cluster))/dist/[^/]+/index\\.js$"
      }
    },
    {
      name: "no-dev-dependency",
      severity: "error",
      comment: "It would not be there once the package is installed.",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] }
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "Every import leads somewhere.",
      from: {},
      to: { couldNotResolve: true }
    }
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
    cache: false
  }
}
