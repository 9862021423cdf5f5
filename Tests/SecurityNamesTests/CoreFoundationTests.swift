import Foundation
import Security
import Testing

@Suite("Core Foundation's names")
struct CoreFoundationTests {
  @Test("CFGetTypeID: each type has a different number")
  func distinctTypes() {
    let numbers = [
      CFStringGetTypeID(), CFDataGetTypeID(), CFDictionaryGetTypeID(), CFArrayGetTypeID(),
      CFNumberGetTypeID(), CFBooleanGetTypeID(), CFDateGetTypeID(), CFNullGetTypeID(),
      CFURLGetTypeID(), CFErrorGetTypeID(), CFAllocatorGetTypeID(), SecAccessControlGetTypeID(),
    ]
    #expect(Set(numbers).count == numbers.count)
    #expect(!numbers.contains(0))
  }

  @Test("CFGetTypeID: an object has the number of its type, even if it is mutable, bridged or of a subclass")
  func typesOfObjects() throws {
    let url = try #require(NSURL(string: "https://example.org"))
    let objects: [(CFTypeRef, CFTypeID)] = [
      ("a" as CFString, CFStringGetTypeID()),
      (NSMutableString(string: "a"), CFStringGetTypeID()),
      ("a" as CFTypeRef, CFStringGetTypeID()),
      (Data([1]) as CFData, CFDataGetTypeID()),
      (NSMutableData(), CFDataGetTypeID()),
      (["a": 1] as CFDictionary, CFDictionaryGetTypeID()),
      (NSMutableDictionary(), CFDictionaryGetTypeID()),
      (["a"] as CFArray, CFArrayGetTypeID()),
      (NSMutableArray(), CFArrayGetTypeID()),
      (5 as CFNumber, CFNumberGetTypeID()),
      (NSDate(), CFDateGetTypeID()),
      (url, CFURLGetTypeID()),
      (NSNull(), CFNullGetTypeID()),
      (NSError(status: errSecParam), CFErrorGetTypeID()),
      (kCFAllocatorDefault, CFAllocatorGetTypeID()),
      (SecAccessControl(protection: "ak"), SecAccessControlGetTypeID()),
    ]
    for (object, expected) in objects {
      #expect(CFGetTypeID(object) == expected, "\(object)")
    }
    #expect(CFGetTypeID(nil) == 0)
    #expect(CFGetTypeID(NSSet()) == CFGetTypeID(NSObject()))
  }

  @Test("CFGetTypeID: a Boolean is not a number, and the numbers 0 and 1 are not Booleans")
  func booleans() throws {
    let booleans: [CFTypeRef] = [
      kCFBooleanTrue, kCFBooleanFalse, true as CFBoolean, NSNumber(value: false), true as CFTypeRef,
    ]
    for boolean in booleans { #expect(CFGetTypeID(boolean) == CFBooleanGetTypeID()) }

    let numbers = [
      1 as CFNumber, 0 as CFNumber, NSNumber(value: Int8(1)), NSNumber(value: UInt8(0)),
      NSNumber(value: 1.0),
    ]
    for number in numbers { #expect(CFGetTypeID(number) == CFNumberGetTypeID()) }

    let dictionary = ["boolean": true, "number": 1] as [String: Any] as CFDictionary
    let boolean = try #require(dictionary.object(forKey: "boolean"))
    let number = try #require(dictionary.object(forKey: "number"))
    #expect(CFGetTypeID(boolean as CFTypeRef) == CFBooleanGetTypeID())
    #expect(CFGetTypeID(number as CFTypeRef) == CFNumberGetTypeID())
  }

  @Test("CFEqual compares type and value, and CFHash agrees with CFEqual")
  func equality() {
    #expect(CFEqual("a" as CFString, NSMutableString(string: "a")))
    #expect(CFHash("a" as CFString) == CFHash(NSMutableString(string: "a")))
    #expect(!CFEqual("a" as CFString, "b" as CFString))
    #expect(!CFEqual(kCFBooleanTrue, 1 as CFNumber))
    #expect(!CFEqual("1" as CFString, 1 as CFNumber))
    #expect(CFEqual(kCFNull, NSNull()))
    #expect(CFEqual(nil, nil))
    #expect(!CFEqual(nil, kCFNull))
    #expect(CFHash(nil) == 0)

    // Foundation's own hash of an error would crash.
    let error = NSError(domain: "d", code: 1)
    #expect(CFEqual(error, NSError(domain: "d", code: 1)))
    #expect(CFHash(error) == CFHash(NSError(domain: "d", code: 1)))
  }

  @Test("The CFError functions return the parts of an error, and accept a missing error")
  func errors() {
    let error: CFError? = NSError(domain: "d", code: 7, userInfo: ["k": "v"])
    #expect(CFErrorGetCode(error) == 7)
    #expect(CFErrorGetDomain(error) == "d")
    #expect(CFErrorCopyUserInfo(error)?["k"] as? String == "v")
    #expect(CFErrorCopyDescription(error)?.length ?? 0 > 0)

    #expect(CFErrorGetCode(nil) == 0)
    #expect(CFErrorGetDomain(nil) == nil)
    #expect(CFErrorCopyUserInfo(nil) == nil)
    #expect(CFErrorCopyDescription(nil) == nil)
  }

  @Test("CFErrorCreate: an error has the domain, the code and the details that were given")
  func errorsThatAreMade() throws {
    let details = NSMutableDictionary()
    details[kCFErrorLocalizedDescriptionKey as NSString] = "It does not work."
    details[kCFErrorLocalizedFailureReasonKey as NSString] = "The disk is full."
    details[kCFErrorLocalizedRecoverySuggestionKey as NSString] = "Delete something."
    details[NSNumber(value: 1)] = "left out"
    let error = try #require(
      CFErrorCreate(kCFAllocatorDefault, kCFErrorDomainOSStatus, -25300, details))
    #expect(CFErrorGetDomain(error) == "NSOSStatusErrorDomain" as NSString)
    #expect(error.domain == NSOSStatusErrorDomain)
    #expect(CFErrorGetCode(error) == -25300)
    #expect(CFErrorCopyDescription(error) == "It does not work." as NSString)
    #expect(CFErrorCopyFailureReason(error) == "The disk is full." as NSString)
    #expect(CFErrorCopyRecoverySuggestion(error) == "Delete something." as NSString)
    #expect(CFErrorCopyUserInfo(error)?.count == 3)
    #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == "It does not work.")
    #expect(CFGetTypeID(error) == CFErrorGetTypeID())

    let bare = try #require(CFErrorCreate(nil, "d" as NSString, 7, nil))
    #expect((bare.domain, bare.code, bare.userInfo.count) == ("d", 7, 0))
    #expect(CFErrorCopyFailureReason(bare) == nil)
    #expect(CFErrorCreate(nil, nil, 1, nil)?.domain == "")
    #expect(CFErrorCopyFailureReason(nil) == nil)
    #expect(CFErrorCopyRecoverySuggestion(nil) == nil)
  }

  @Test("The keys and the domains of errors are Foundation's")
  func errorConstants() {
    let pairs: [(CFString?, String)] = [
      (kCFErrorDomainPOSIX, NSPOSIXErrorDomain), (kCFErrorDomainOSStatus, NSOSStatusErrorDomain),
      (kCFErrorDomainMach, NSMachErrorDomain), (kCFErrorDomainCocoa, NSCocoaErrorDomain),
      (kCFErrorLocalizedDescriptionKey, NSLocalizedDescriptionKey),
      (kCFErrorLocalizedFailureKey, "NSLocalizedFailure"),
      (kCFErrorLocalizedFailureReasonKey, NSLocalizedFailureReasonErrorKey),
      (kCFErrorLocalizedRecoverySuggestionKey, NSLocalizedRecoverySuggestionErrorKey),
      (kCFErrorDescriptionKey, "NSDescription"),
      (kCFErrorUnderlyingErrorKey, NSUnderlyingErrorKey), (kCFErrorURLKey, NSURLErrorKey),
      (kCFErrorFilePathKey, NSFilePathErrorKey),
    ]
    for (constant, name) in pairs { #expect(constant as String? == name) }
  }
}
