import TestSupport
import Testing
import TortureScript

/// On a full disk, calls fail with a status, and no file is damaged. Calls succeed again when the disk has free space.
@Suite(.serialized) struct DiskFullTests {
  private let refusals: Set<Int32> = [-25291, -36]

  /// A process that has its own small file system for the store.
  private func childWithMemory(_ folder: TemporaryDirectory, bytes: Int) throws -> Child {
    let child = try Child("commands", folder.path)
    try #require(child.ask("private-mounts").status == 0)
    try #require(child.ask("mount-memory \(bytes)").status == 0)
    return child
  }

  @Test(.enabled(if: Torture.hasMounts, "needs root, and mounts of its own"))
  func fullFileSystem() throws {
    let folder = try TemporaryDirectory()
    let child = try childWithMemory(folder, bytes: 2 << 20)
    for index in 0..<20 { #expect(child.ask("add before\(index) 500").status == 0) }
    // Each round leaves a different number of bytes free. 0 bytes are far too few for a call, and 150 000 bytes are
    // almost enough.
    for (round, rest) in [0, 4096, 20_000, 60_000, 150_000].enumerated() {
      #expect(child.ask("fill \(rest)").status == 0)
      var added = 0
      while child.ask("add full\(round).\(added) 2000").status == 0 { added += 1 }
      let refused = child.ask("add refused\(round) 3000")
      #expect(refusals.contains(refused.status), "\(refused)")
      #expect(refusals.contains(child.ask("add large\(round) 400000").status))
      for index in 0..<20 {
        #expect(child.ask("find before\(index)") == Simple.Answer(0, "500"))
      }
      #expect(child.ask("empty").status == 0)
      for index in 0..<added {
        #expect(child.ask("find full\(round).\(index)") == Simple.Answer(0, "2000"))
        #expect(child.ask("delete full\(round).\(index)").status == 0)
      }
      #expect(child.ask("find refused\(round)").status == -25300)
      #expect(child.ask("add refused\(round) 3000").status == 0)
      #expect(child.ask("delete refused\(round)").status == 0)
      #expect(child.ask("verify") == Simple.Answer(0))
    }
    #expect(child.ask("count") == Simple.Answer(0, "20"))
  }

  /// A compaction fails before it writes if too little space is free. An erasure succeeds without free space.
  @Test(.enabled(if: Torture.hasMounts, "needs root, and mounts of its own"))
  func maintenanceOnAFullFileSystem() throws {
    let folder = try TemporaryDirectory()
    let child = try childWithMemory(folder, bytes: 8 << 20)
    for index in 0..<10 { #expect(child.ask("add kept\(index) 100000").status == 0) }
    for index in 0..<5 { #expect(child.ask("delete kept\(index)").status == 0) }
    for rest in [0, 4096, 500_000] {
      #expect(child.ask("fill \(rest)").status == 0)
      let refused = child.ask("compact")
      #expect(refused.status == -25291 && refused.text.contains("compacting takes"), "\(refused)")
      for index in 5..<10 {
        #expect(child.ask("find kept\(index)") == Simple.Answer(0, "100000"))
      }
      #expect(child.ask("empty").status == 0)
      #expect(child.ask("verify") == Simple.Answer(0))
    }
    #expect(child.ask("compact") == Simple.Answer(0))
    #expect(child.ask("count") == Simple.Answer(0, "5"))
    #expect(child.ask("fill 4096").status == 0)
    #expect(child.ask("erase") == Simple.Answer(0))
    #expect(child.ask("empty").status == 0)
    #expect(child.ask("count") == Simple.Answer(0, "0"))
  }

  /// Creates a store repeatedly, with 0 to 400 000 bytes of free space. The greatest amount is more than enough.
  @Test(.enabled(if: Torture.hasMounts, "needs root, and mounts of its own"))
  func fullFileSystemWhileTheStoreIsMade() throws {
    let step = Torture.isLong ? 4096 : 20_480
    for rest in stride(from: 0, through: 400_000, by: step) {
      let folder = try TemporaryDirectory()
      let child = try childWithMemory(folder, bytes: 512 << 10)
      #expect(child.ask("fill \(rest)").status == 0)
      let first = child.ask("add first 100")
      #expect(first.status == 0 || refusals.contains(first.status), "\(rest): \(first)")
      #expect(child.ask("empty").status == 0)
      #expect(child.ask("add second 100") == Simple.Answer(0), "\(rest)")
      #expect(child.ask("find first").status == (first.status == 0 ? 0 : -25300))
      #expect(child.ask("verify") == Simple.Answer(0), "\(rest)")
    }
  }

  @Test func limitOnTheSizeOfFiles() throws {
    let store = try Store()
    let child = try Child("commands", store.folder.path)
    for index in 0..<20 { #expect(child.ask("add before\(index) 500").status == 0) }
    for limit in [0, 4096, 40_000, 150_000] {
      #expect(child.ask("file-size \(limit)").status == 0)
      let large = child.ask("add large 900000")
      #expect(refusals.contains(large.status), "\(limit): \(large)")
      for index in 0..<20 {
        #expect(child.ask("find before\(index)") == Simple.Answer(0, "500"))
      }
      #expect(child.ask("file-size \(UInt64.max)").status == 0)
      #expect(child.ask("add large 900000").status == 0)
      #expect(child.ask("find large") == Simple.Answer(0, "900000"))
      #expect(child.ask("delete large").status == 0)
      #expect(child.ask("verify") == Simple.Answer(0))
    }
    #expect(store.litter == [])
  }

  @Test func limitOnTheSizeOfFilesWhileTheStoreIsMade() throws {
    for limit in [0, 1, 10, 64, 5000, 8192, 20_000, 60_000, 100_000, 150_000] {
      let store = try Store()
      let child = try Child("commands", store.folder.path)
      #expect(child.ask("file-size \(limit)").status == 0)
      let first = child.ask("add first 100")
      #expect(first.status == 0 || refusals.contains(first.status), "\(limit): \(first)")
      #expect(child.ask("file-size \(UInt64.max)").status == 0)
      #expect(child.ask("add second 100") == Simple.Answer(0), "\(limit)")
      #expect(child.ask("verify") == Simple.Answer(0))
      #expect(store.litter == [])
    }
  }
}
