import CTestSupport
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Testing
import TortureScript

/// Another program removes or replaces files while a process has them open.
@Suite struct ReplacedFilesTests {
  private func remove(_ path: String) {
    guard let stream = opendir(path) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      _ = unlink("\(path)/\(name)")
    }
    rmdir(path)
  }

  @Test func removedFolderIsMadeAnew() throws {
    let outer = try TemporaryDirectory()
    let simple = Simple(LocalKeychain(StoreLocation(home: outer("store"))))
    #expect(simple.add("old").status == 0)
    remove(outer("store"))
    // The item was in the removed files, so it is not found.
    #expect(simple.find("old").status == -25300)
    #expect(simple.add("new").status == 0)
    remove(outer("store"))
    #expect(simple.add("newer").status == 0)
    let other = Simple(LocalKeychain(StoreLocation(home: outer("store"))))
    #expect(other.find("newer").status == 0)
    #expect(other.find("new").status == -25300)
    #expect(other.verify().status == 0)
  }

  /// The device key is in another folder, so the device key still exists after the data folder was removed. Therefore,
  /// the keychain reports the loss of the data.
  @Test func removedDataFolderIsALoss() throws {
    let outer = try TemporaryDirectory()
    let simple = Simple(
      LocalKeychain(
        StoreLocation(dataDirectory: outer("data"), keyDirectory: outer("key"))))
    #expect(simple.add("old").status == 0)
    remove(outer("data"))
    for answer in [simple.add("new"), simple.find("old"), simple.add("new")] {
      #expect(answer.status == -25291)
      #expect(answer.text.contains("latchkey.lock"))
    }
  }

  @Test(arguments: ["keychain.db", "keybag.1", "device.key", "latchkey.lock"])
  func removedFileTakesNoItems(_ name: String) throws {
    let store = try Store()
    #expect(store.simple.add("before").status == 0)
    _ = unlink(store.folder(name))
    let answers = [store.simple.add("one"), store.simple.find("before"), store.simple.add("two")]
    for answer in answers { #expect(answer.status == 0 || answer.status == -25291, "\(answer)") }
    // After a successful add, either other processes find the item, or no process can open the store.
    let other = Simple(store.reopened())
    for (key, answer) in zip(["one", "two"], [answers[0], answers[2]]) where answer.status == 0 {
      let found = other.find(key)
      #expect(found.status == 0 || (found.status == -25291 && name != "keychain.db"), "\(found)")
    }
  }

  @Test func otherStoreInPlaceOfAnOpenOne() throws {
    let outer = try TemporaryDirectory()
    let location = StoreLocation(home: outer("store"))
    let simple = Simple(LocalKeychain(location))
    let second = Simple(LocalKeychain(StoreLocation(home: outer("second"))))
    #expect(simple.add("first's").status == 0)
    #expect(second.add("second's").status == 0)
    #expect(rename(outer("store"), outer("aside")) == 0)
    #expect(rename(outer("second"), outer("store")) == 0)

    #expect(simple.find("second's").status == 0)
    #expect(simple.find("first's").status == -25300)
    #expect(simple.add("new").status == 0)
    let fresh = Simple(LocalKeychain(location))
    #expect(fresh.find("new").status == 0)
    #expect(fresh.verify().status == 0)
    let aside = Simple(LocalKeychain(StoreLocation(home: outer("aside"))))
    #expect(aside.count().text == "1")
    #expect(aside.verify().status == 0)
  }

  /// The folders of two stores are exchanged while threads add items. Each added item must be in one of the stores.
  @Test func storesSwappedUnderThreads() throws {
    let outer = try TemporaryDirectory()
    let simple = Simple(LocalKeychain(StoreLocation(home: outer("store"))))
    #expect(Simple(LocalKeychain(StoreLocation(home: outer("second")))).add("x").status == 0)
    #expect(simple.add("x").status == 0)
    let success = Counter()
    concurrently(5) { thread in
      guard thread < 4 else {
        for _ in 0..<20 {
          usleep(10_000)
          lk_test_exchange(outer("store"), outer("second"))
        }
        return
      }
      for index in 0..<60 where simple.add("item \(thread).\(index)").status == 0 {
        success.next()
      }
    }
    var count = 0
    for name in ["store", "second"] {
      let found = Simple(LocalKeychain(StoreLocation(home: outer(name))))
      #expect(found.verify() == Simple.Answer(0))
      count += (Int(found.count().text) ?? 0) - 1
    }
    #expect(count == success.value)
  }

  /// The files of a store are removed while a process has the database open. The write-ahead log of the removed
  /// database is renamed and kept. The new database must not use this log.
  @Test func logOfARemovedStoreIsSetAside() throws {
    let store = try Store()
    for index in 0..<50 { #expect(store.simple.add("old \(index)").status == 0) }
    for name in ["keychain.db", "keybag.1", "device.key", "latchkey.lock"] {
      #expect(unlink(store.folder(name)) == 0)
    }
    let fresh = Simple(store.reopened())
    #expect(fresh.add("new").status == 0)
    #expect(fresh.count().text == "1")
    #expect(fresh.verify() == Simple.Answer(0))
    #expect(store.litter.filter { $0.hasSuffix("-wal") }.count == 1)
  }

  @Test func newKeysAreNoticedByAllCalls() throws {
    let store = try Store()
    #expect(store.simple.add("before").status == 0)
    try rotateKey(store)
    // Another process adds an item with the new key. `store` has not yet noticed the rotation.
    #expect(Simple(store.reopened()).add("theirs").status == 0)
    #expect(store.simple.find("theirs").status == 0)
    try rotateKey(store)
    #expect(store.simple.add("ours").status == 0)
    let fresh = Simple(store.reopened())
    for key in ["before", "theirs", "ours"] { #expect(fresh.find(key).status == 0) }
    #expect(fresh.verify() == Simple.Answer(0))
  }

  private func rotateKey(_ store: Store) throws {
    _ = try store.reopened().rotateKeys()
  }

  /// A truncated header is reported as a loss. The keychain works again after the user has accepted the loss.
  @Test(arguments: [0, 10, 4096])
  func headerThatIsCutShortIsNoticed(_ count: Int) throws {
    let store = try Store()
    #expect(store.simple.add("before").status == 0)
    #expect(truncate(store.folder("latchkey.lock"), off_t(count)) == 0)
    for answer in [store.simple.find("before"), store.simple.add("after")] {
      #expect(answer.status == -25291, "\(answer)")
    }
    #expect(store.damage != nil)
    let accepted = store.reopened()
    #expect(try accepted.acceptOlder())
    #expect(Simple(accepted).find("before").status == 0)
    #expect(store.damage == nil)
  }

  /// A home directory is often below a symbolic link.
  @Test func folderBelowASymbolicLink() throws {
    let outer = try TemporaryDirectory()
    #expect(mkdir(outer("real"), 0o700) == 0)
    #expect(symlink(outer("real"), outer("link")) == 0)
    let simple = Simple(LocalKeychain(StoreLocation(home: outer("link") + "/store")))
    #expect(simple.add("one") == Simple.Answer(0))
    #expect(
      Simple(LocalKeychain(StoreLocation(home: outer("real") + "/store"))).find("one").status == 0)
  }
}
