import Glibc
import TestSupport
import Testing

/// Tests `scripts/check-folders` with small modules. The compiler of this toolchain compiles the modules and writes an
/// index of their symbols.
@Suite struct FolderCheckTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs a script in a tree with two modules: `High` has the folders `Upper` and `Lower`, and `Low` has one file.
  ///
  /// The script can call `build`, which compiles both modules with an index, and `check`, which checks their folders.
  private func shell(_ script: String) throws -> Tool.Outcome {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return try Tool().shell(
      """
      exec 2>&1
      set -u
      export PATH='\(path)'
      export HOME='\(folder.path)' SWIFT=swift
      cd '\(folder.path)'
      check() {
        '/\(package)/scripts/check-folders' --index store "$@" .
        echo "status $?"
      }
      build() {
        swiftc -module-name Low -parse-as-library -emit-module -c -index-store-path store \\
          "$PWD"/Sources/Low/*.swift -emit-module-path Low.swiftmodule -o Low.o &&
        swiftc -module-name High -parse-as-library -c -index-store-path store -I . \\
          $(find "$PWD/Sources/High" -name '*.swift')
      }
      mkdir -p docs Sources/High/Upper Sources/High/Lower Sources/Low
      printf '| layer | module | job |\\n|---|---|---|\\n| 2 | `High` | |\\n| 1 | `Low` | |\\n' >docs/architecture.md
      echo 'public struct Number { public init() {} }' >Sources/Low/Number.swift
      echo 'struct Tool { var part = Part(); var number: Other? }' >Sources/High/Upper/Tool.swift
      cat >Sources/High/Lower/Part.swift <<END
      import Low
      struct Part: ExpressibleByStringLiteral {
        init(stringLiteral: String) {}
        init() {}
        var number: Number { Number() }
      }
      END
      echo 'struct Other {}' >Sources/High/Lower/Other.swift
      \(script)
      """)
  }

  @Test func foldersThatReferInOneDirectionPass() throws {
    let run = try shell("build && check")
    #expect(
      run.text == """
        check-folders: 2 modules, 4 folders, 4 files, 1 imports and 6 references
        status 0

        """)
  }

  @Test func theFirstCycleIsNamedWithBothFilesAndReferences() throws {
    let run = try shell(
      """
      printf '\\nextension Other { var tool: Tool? { nil } }\\n' >>Sources/High/Lower/Other.swift
      build && check
      """)
    #expect(
      run.text == """
        check-folders: folders of Sources/High need each other: Lower -> Upper -> Lower
          Sources/High/Lower/Other.swift:3: refers to Tool, defined in Sources/High/Upper/Tool.swift:1
          Sources/High/Upper/Tool.swift:1: refers to Other, defined in Sources/High/Lower/Other.swift:1 \
        (3 references from Upper to Lower)
        check-folders: 2 modules, 4 folders, 4 files, 1 imports and 7 references
        status 1

        """)
  }

  /// The conversion of a literal calls an initializer, but the source does not name the type of the initializer. The
  /// folder `Inner` is inside the folder `Lower`.
  @Test func referencesWithoutANameCount() throws {
    let run = try shell(
      """
      mkdir Sources/High/Lower/Inner
      echo 'func use(_ part: Part) {}' >Sources/High/Lower/Use.swift
      echo 'func call() { use("text") }' >Sources/High/Lower/Inner/Call.swift
      echo 'func callBack() { call() }' >Sources/High/Lower/CallBack.swift
      build && check && check --all
      """)
    #expect(
      run.text == """
        check-folders: folders of Sources/High/Lower need each other: . -> Inner -> .
          Sources/High/Lower/CallBack.swift:1: refers to call(), defined in Sources/High/Lower/Inner/Call.swift:1
          Sources/High/Lower/Inner/Call.swift:1: refers to init(stringLiteral:), defined in \
        Sources/High/Lower/Part.swift:3 (2 references from Inner to .)
        check-folders: 2 modules, 5 folders, 7 files, 1 imports and 10 references
        status 1
        Sources/High/Lower: ., Inner
          . -> Inner: 1 references, 1 pairs of files
          Inner -> .: 2 references, 2 pairs of files
          order with the fewest to remove: Inner, .
            High/Lower/CallBack.swift:1 -> High/Lower/Inner/Call.swift: call()
        check-folders: 2 modules, 5 folders, 7 files, 1 imports and 10 references
        status 1

        """)
  }

  @Test func modulesImportDownwards() throws {
    let run = try shell(
      """
      printf '| 2 | `Low` | |\\n| 1 | `High` | |\\n' >docs/architecture.md
      build && check
      """)
    #expect(
      run.text == """
        check-folders: Sources/High/Lower/Part.swift:1: imports Low; but Low (layer 2) does not stand below \
        High (layer 1) in the table of architecture.md
        check-folders: 2 modules, 4 folders, 4 files, 1 imports and 6 references
        status 1

        """)
  }

  /// The check must fail when the index does not match the sources.
  @Test func anIndexThatIsNotOfTheSourcesFails() throws {
    let run = try shell(
      """
      check
      build && touch Sources/High/Upper/Tool.swift && check
      build && mv Sources/High/Upper/Tool.swift Sources/High/Upper/Tools.swift && check
      build && mkdir Sources/Third && check
      rmdir Sources/Third && rm -r Sources/High/* && check
      """)
    #expect(
      run.text == """
        check-folders: there is no index in store: build first (make build)
        status 2
        check-folders: Sources/High/Upper/Tool.swift was changed after the build that made the index: \
        build first (make build)
        status 2
        check-folders: Sources/High/Upper/Tools.swift is not in the index: build first (make build)
        status 2
        check-folders: Third is in Sources, and not in the table of the layers of architecture.md
        status 2
        check-folders: the index has no references between the files of Sources
        status 2

        """)
  }
}
