import Foundation
import Security
import TestSupport
import Testing

/// Unusable objects as arguments. The result must be -50, or NULL with an error, and the process must not crash
/// (compatibility: D45, D44).
@Suite("Hostile objects") struct HostileObjectTests {
  @Test("are refused by every function that takes objects", arguments: ObjectFunctions.names)
  func refused(_ function: String) throws {
    let call = try #require(ObjectFunctions.call(function))
    let keychain = try TestKeychain()
    // A crash in a function ends the whole test run.
    for (name, object) in HostileObjects.all() {
      #expect(keychain.perform({ call(object) }), "\(name)")
    }
  }

  @Test("are refused before anything is stored, and an item beside them is found")
  func nothingIsStored() throws {
    let keychain = try TestKeychain()
    let hostile = NSDictionary(object: "value", forKey: NSArray())
    #expect(keychain.add(.generic("s") + ["nleg": hostile]).status == param)
    #expect(keychain.find(.generic("s")).status == notFound)
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    #expect(keychain.secret(.generic("s")) == "x")
  }

  @Test("Harmless collections pass where they passed") func harmless() throws {
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

  /// To compare ordered sets, Foundation converts their members to Swift values.
  @Test("An ordered set equals itself alone") func orderedSets() {
    func hostile() -> NSOrderedSet {
      let member = NSMutableDictionary()
      let set = NSOrderedSet(object: member)
      // Foundation reads the member when the set is created.
      member.setObject("value", forKey: NSArray())
      return set
    }
    let set = hostile()
    #expect(CFEqual(set, set))
    #expect(!CFEqual(set, hostile()))
    #expect(!CFEqual(NSArray(object: set), NSArray(object: hostile())))
    #expect(!CFEqual(NSOrderedSet(object: "a"), NSOrderedSet(object: "a")))
  }

  @Test("A host that is no text is the host of no certificate, and no other one") func host() {
    let policy = SecPolicyCreateSSL(true, HalfCharacter(half: ()))
    let properties = SecPolicyCopyProperties(policy)
    #expect(properties?[kSecPolicyName] as? String == "")
  }

  @Test("The table names every public function that takes such objects") func table() throws {
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
