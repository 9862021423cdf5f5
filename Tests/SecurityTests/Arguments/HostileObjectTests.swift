import Foundation
import Security
import TestSupport
import Testing

/// Passes unusable objects to functions. Most functions must return -50, or NULL with an error. No function may end the
/// process (compatibility: D45, D44).
@Suite("Hostile objects") struct HostileObjectTests {
  @Test("Every function that takes objects rejects hostile objects", arguments: ObjectFunctions.names)
  func refused(_ function: String) throws {
    let call = try #require(ObjectFunctions.call(function))
    let keychain = try TestKeychain()
    // A crash in one function ends the whole test run.
    for (name, object) in HostileObjects.all() {
      #expect(keychain.perform({ call(object) }), "\(name)")
    }
  }

  @Test("An add with a hostile object stores nothing, and a later add of the item succeeds")
  func nothingIsStored() throws {
    let keychain = try TestKeychain()
    let hostile = NSDictionary(object: "value", forKey: NSArray())
    #expect(keychain.add(.generic("s") + ["nleg": hostile]).status == param)
    #expect(keychain.find(.generic("s")).status == notFound)
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    #expect(keychain.secret(.generic("s")) == "x")
  }

  @Test("An add accepts harmless nested collections, and rejects an ordered set") func harmless() throws {
    let keychain = try TestKeychain()
    let values: [Any] = [
      ["a": ["b": ["c": [1, 2.5, true, Data([1]), Date(), NSNull()]]]], [5: "number"],
      NSSet(array: ["a", "b"]), NSOrderedSet(array: ["a"]), ["mutable", NSMutableString("x")],
      NSMutableArray(array: [NSMutableDictionary(dictionary: ["a": "b"])]),
    ]
    for (number, value) in values.enumerated() {
      let item = Query.generic("s", "\(number)") + ["nleg": value]
      #expect(keychain.add(item).status == (value is NSOrderedSet ? param : ok), "\(value)")
    }
    #expect(CFEqual(NSSet(array: ["a", "b"]), NSSet(array: ["b", "a"])))
    #expect(CFEqual(["a": [1]] as NSDictionary, ["a": [1]] as NSDictionary))
    #expect(!CFEqual(["a": [1]] as NSDictionary, ["a": [2]] as NSDictionary))
  }

  /// `CFEqual` must not compare the members of ordered sets, because Foundation would convert the members to Swift
  /// values.
  @Test("CFEqual finds an ordered set equal only to itself") func orderedSets() {
    func hostile() -> NSOrderedSet {
      let member = NSMutableDictionary()
      let set = NSOrderedSet(object: member)
      // Foundation reads the member when the set is created. The member therefore gets its invalid key afterwards.
      member.setObject("value", forKey: NSArray())
      return set
    }
    let set = hostile()
    #expect(CFEqual(set, set))
    #expect(!CFEqual(set, hostile()))
    #expect(!CFEqual(NSArray(object: set), NSArray(object: hostile())))
    #expect(!CFEqual(NSOrderedSet(object: "a"), NSOrderedSet(object: "a")))
  }

  @Test("A policy for a host with an unpaired surrogate has an empty host name") func host() {
    let policy = SecPolicyCreateSSL(true, HalfCharacter(half: ()))
    let properties = SecPolicyCopyProperties(policy)
    #expect(properties?[kSecPolicyName] as? String == "")
  }

  @Test("The table contains every public function that takes a collection, a string or CFTypeRef") func table() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "..", "..", "..", "Sources", "Security").standardizedFileURL
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var found: Set<String> = []
    for case let name as String in files where name.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      for part in text.components(separatedBy: "\npublic func ").dropFirst() {
        let head = part.prefix { $0 != "{" }
        let parameters = head.prefix(upTo: head.range(of: ") ->")?.lowerBound ?? head.endIndex)
        let function = String(parameters.prefix { $0 != "(" })
        let isTaken = [
          "CFTypeRef", "CFDictionary", "CFArray", "CFString", "SecItemImportExportKeyParameters",
        ].contains { type in
          parameters.components(separatedBy: ",").contains { parameter in
            parameter.contains(": \(type)") || parameter.contains("UnsafePointer<\(type)>")
          }
        }
        if isTaken { found.insert(function) }
      }
    }
    #expect(found.count > 30)
    #expect(found.subtracting(ObjectFunctions.names) == [])
  }
}
