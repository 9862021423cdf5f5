/// A number and what there are so many of: "1 item", "2 items".
///
/// - Parameters:
///   - one: The noun for one.
///   - several: The noun for any other number; nil where it is the one with an "s".
package func counted(
  _ count: some BinaryInteger, _ one: String, _ several: String? = nil
) -> String {
  count == 1 ? "1 \(one)" : "\(count) \(several ?? one + "s")"
}
