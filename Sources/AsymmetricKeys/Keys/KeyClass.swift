/// The class of a key: public, private or symmetric. The raw values are the numbers in
/// `kSecAttrKeyClass`.
package enum KeyClass: Int64, Sendable, CaseIterable, Hashable {
  case `public` = 0
  case `private` = 1
  case symmetric = 2
}
