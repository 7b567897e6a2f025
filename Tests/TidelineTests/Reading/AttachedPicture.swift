import CPullToRefreshGtk

@testable import Mail
@testable import MailText

/// A picture of one color.
nonisolated func pngPicture(width: Int32, height: Int32) -> [UInt8] {
  let pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height)
  defer { g_object_unref(pixels.map { UnsafeMutableRawPointer($0) }) }
  gdk_pixbuf_fill(pixels, 0x3366_CCFF)
  var buffer: UnsafeMutablePointer<CChar>?
  var count: gsize = 0
  gdk_pixbuf_save_to_bufferv(pixels, &buffer, &count, "png", nil, nil, nil)
  defer { g_free(buffer) }
  return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
}

nonisolated func attachment(
  _ name: String,
  _ alternative: String = "",
  size: Int64 = 9
) -> Attachment {
  Attachment(name: name, type: "image/png", size: size, part: nil, alternative: alternative)
}
