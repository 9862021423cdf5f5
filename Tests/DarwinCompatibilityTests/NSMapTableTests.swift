import DarwinCompatibility
import Foundation
import Testing

@Suite struct NSMapTableTests {
  private final class Value {}

  @Test func valueIsFoundWhileItIsAlive() {
    let table = NSMapTable<NSString, Value>.strongToWeakObjects()
    var value: Value? = Value()
    table.setObject(value, forKey: NSString(string: "a"))
    // The key is another object that is equal to the stored key.
    #expect(table.object(forKey: NSMutableString(string: "a")) === value)
    #expect(table.object(forKey: "b") == nil)
    #expect(table.count == 1)
    value = nil
    #expect(table.object(forKey: "a") == nil)
    #expect(table.count == 0)
    #expect(table.keyEnumerator().allObjects.isEmpty)
  }

  @Test func valueIsReplacedAndRemoved() {
    let table = NSMapTable<NSString, Value>.strongToWeakObjects()
    let values = [Value(), Value(), Value()]
    table.setObject(values[0], forKey: "a")
    table.setObject(values[1], forKey: "a")
    table.setObject(values[2], forKey: "b")
    #expect(table.object(forKey: "a") === values[1])
    #expect(table.keyEnumerator().allObjects.compactMap { $0 as? String }.sorted() == ["a", "b"])
    #expect(table.objectEnumerator()?.allObjects.count == 2)
    table.removeObject(forKey: "a")
    #expect(table.object(forKey: "a") == nil)
    table.removeAllObjects()
    #expect(table.count == 0)
  }

  @Test func keysWithoutEqualityAreThemselves() {
    let table = NSMapTable<Value, Value>.strongToWeakObjects()
    let (key, value) = (Value(), Value())
    table.setObject(value, forKey: key)
    #expect(table.object(forKey: key) === value)
    #expect(table.object(forKey: Value()) == nil)
  }

  @Test func entriesOfDeadValuesDoNotPileUp() {
    let table = NSMapTable<NSNumber, Value>.strongToWeakObjects()
    weak var key: NSNumber?
    do {
      let number = NSNumber(value: 123_456_789_012.5)
      key = number
      table.setObject(Value(), forKey: number)
    }
    for index in 0..<10_000 { table.setObject(Value(), forKey: NSNumber(value: index)) }
    #expect(key == nil)
  }
}
